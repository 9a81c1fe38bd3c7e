import { ActionIcon, Button, Group, type ActionIconProps } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import type { ComponentProps } from "react";

export const PlainButton = Button.withProps({ variant: "default" });
/** A small button for a bar or a row. */
export const SmallButton = Button.withProps({ variant: "default", size: "compact-xs" });
/** A small button without a frame, for a bar or a row. */
export const QuietButton = Button.withProps({ variant: "subtle", size: "compact-xs" });

/** The buttons at the end of a form or a dialog. */
export const FormButtons = Group.withProps({ gap: 8, justify: "flex-end", wrap: "nowrap" });

interface IconButtonProps extends ActionIconProps, Omit<ComponentProps<"button">, keyof ActionIconProps> {
  readonly icon: Icon;
  readonly iconSize?: number;
  readonly label: string;
}

/** A button that shows only an icon. */
export function IconButton({ icon: Picture, iconSize = 15, label, ...props }: IconButtonProps) {
  return (
    <ActionIcon aria-label={label} {...props}>
      <Picture size={iconSize} aria-hidden />
    </ActionIcon>
  );
}
