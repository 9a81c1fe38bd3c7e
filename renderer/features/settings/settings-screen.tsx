import { Box } from "@mantine/core";
import type { ComponentType } from "react";
import { TITLE } from "./messages.ts";

/** All settings, one card a section. */
export function SettingsScreen({ sections }: { readonly sections: readonly ComponentType[] }) {
  return (
    <div className="sd-page">
      <Box maw={640} mx="auto">
        <Box component="h1" className="sd-title" mb={16}>
          {TITLE}
        </Box>
        {sections.map((Section, at) => (
          <Section key={at} />
        ))}
      </Box>
    </div>
  );
}
