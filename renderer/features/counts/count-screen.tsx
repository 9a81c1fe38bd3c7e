import { Anchor } from "@mantine/core";
import { Link, useParams } from "@tanstack/react-router";
import { ClosedCount } from "./closed-count.tsx";
import { useCounts } from "./count-queries.ts";
import { COUNTS } from "./messages.ts";
import { OpenCount } from "./open-count.tsx";
import classes from "./counts.module.css";

/** The screen of one count: the list to count while the count is open, the result once it is closed. */
export function CountScreen() {
  const { id } = useParams({ from: "/counts/$id" });
  const { counts, error } = useCounts();
  const count = counts?.find((one) => one.id === id);
  if (!counts) return error && <p role="alert">{error.message}</p>;
  if (count) return count.closedAt === null ? <OpenCount count={count} /> : <ClosedCount count={count} />;
  return (
    <div className={`sd-page ${classes.page}`}>
      <h1 className="sd-title" tabIndex={-1}>
        {COUNTS.title}
      </h1>
      <p>{COUNTS.gone}</p>
      <p>
        <Anchor inherit renderRoot={(props) => <Link {...props} to="/counts" />}>
          {COUNTS.back}
        </Anchor>
      </p>
    </div>
  );
}
