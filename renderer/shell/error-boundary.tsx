import { Component, useLayoutEffect, type ReactNode } from "react";
import { endEarlyPaint } from "../inventory/early-paint/paint-early-rows.ts";
import classes from "./error-boundary.module.css";

interface Props {
  readonly children: ReactNode;
}

/** Shows a message and a way on where a component failed; the core and its data are not touched by that. */
export class ErrorBoundary extends Component<Props, { readonly error: unknown }> {
  override readonly state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error === null ? this.props.children : <FatalMessage error={this.state.error} />;
  }
}

/** The whole page when it cannot go on. It uses no component library, for that may be what failed. */
export function FatalMessage({ error }: { readonly error: unknown }) {
  useLayoutEffect(endEarlyPaint, []);
  const detail = error instanceof Error ? error.message : String(error);
  return (
    <main className={classes.page}>
      <h1>Stockdeck's page stopped working</h1>
      <p>Your data and settings are safe: they are kept outside the page. Reload to go on.</p>
      <p className={classes.detail}>{detail}</p>
      <button type="button" className={classes.reload} onClick={() => window.location.reload()}>
        Reload
      </button>
    </main>
  );
}
