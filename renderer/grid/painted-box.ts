import { reflect } from "./reflect.ts";
import classes from "./select-box.module.css";

/** `SelectBox` for a painted row, without React. */
export class PaintedBox {
  readonly element = document.createElement("span");

  constructor() {
    const box = document.createElement("span");
    box.className = classes.box ?? "";
    box.ariaHidden = "true";
    this.element.role = "checkbox";
    this.element.className = classes.target ?? "";
    this.element.append(box);
  }

  show(cell: string, checked: boolean, label: string, tabStop: boolean): void {
    reflect(this.element, "aria-checked", String(checked));
    reflect(this.element, "aria-label", label);
    reflect(this.element, "data-cell", cell);
    reflect(this.element, "tabindex", tabStop ? "0" : "-1");
  }
}
