import { Component, useLayoutEffect, type ReactNode } from "react";
import { endEarlyPaint } from "../table/early-paint/paint-early-rows.ts";
import { FATAL } from "./messages.ts";
import classes from "./error-boundary.module.css";

interface Props {
  readonly children: ReactNode;
}

/** Shows a message and a reload button if a component fails. The core and its data are not affected. */
export class ErrorBoundary extends Component<Props, { readonly error: unknown }> {
  override readonly state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error === null ? this.props.children : <FatalMessage error={this.state.error} />;
  }
}

/** The page after a fatal error. It uses no component library, because the library may have failed. */
export function FatalMessage({ error }: { readonly error: unknown }) {
  useLayoutEffect(endEarlyPaint, []);
  const detail = error instanceof Error ? error.message : String(error);
  return (
    <main className={classes.page}>
      <h1>{FATAL.title}</h1>
      <p>{FATAL.text}</p>
      <p className={classes.detail}>{detail}</p>
      <button type="button" className={classes.reload} onClick={() => window.location.reload()}>
        {FATAL.reload}
      </button>
    </main>
  );
}
