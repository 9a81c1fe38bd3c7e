import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useConnectionId } from "../../host/host-context.ts";

interface RecordLinkProps {
  /** The resource of the record; items if absent. */
  readonly resource?: Resource;
  readonly id: unknown;
  readonly name: string | number | null | undefined;
  readonly size?: "sm";
  readonly title?: string;
}

/** The name of a record as a link to the record in its table. */
export function RecordLink({ resource = "items", id, name, ...look }: RecordLinkProps) {
  const connection = useConnectionId();
  return (
    <Anchor
      {...look}
      inherit
      renderRoot={(props) => (
        <Link {...props} to={`/${resource}`} search={{ record: String(id), connection }} />
      )}
    >
      {name}
    </Anchor>
  );
}
