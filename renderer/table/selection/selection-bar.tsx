import { Button, CloseButton, Group, Menu } from "@mantine/core";
import { IconChevronDown, IconCopy, IconQrcode, IconRefresh } from "@tabler/icons-react";
import { MAX_VERIFIED } from "../../../shared/inventory/record-limits.ts";
import { useLive } from "../../host/host-context.ts";
import { usePastDay } from "../../host/past-day.ts";
import { useNow } from "../../host/use-now.ts";
import { formatMoment } from "../../base/format.ts";
import classes from "./selection.module.css";
import { COPY_FORMATS, type CopyFormat, type CopyFormatName } from "./copy-formats.ts";
import type { RowSelection } from "./use-selection.ts";
import type { Verification, Verify } from "./use-verify.ts";
import { verificationOutcome, verificationProgress, verifyLabel, SELECTION } from "./messages.ts";
import { QuietButton, SmallButton } from "../../ui/buttons.tsx";
import { ACTIONS } from "../../ui/messages.ts";

interface SelectionBarProps {
  readonly rows: RowSelection;
  readonly verifying: boolean;
  readonly onVerify: () => void;
  readonly onCopy: (format: CopyFormatName) => void;
  /** Opens the labels of the selected rows; null if no feature prints labels. */
  readonly onLabels: (() => void) | null;
  readonly onClear: () => void;
}

/** The number of selected rows, and the actions on them. */
export function SelectionBar({ rows, verifying, onVerify, onCopy, onLabels, onClear }: SelectionBarProps) {
  const { count, outside } = rows;
  const tooMany = count > MAX_VERIFIED;
  const isPast = usePastDay() !== null;
  return (
    <Group gap={8} wrap="nowrap" role="group" aria-label={SELECTION.label}>
      <span className={classes.count} data-testid="selected-count">
        {SELECTION.rows({ rows: count })}
        {outside !== null && outside > 0 && (
          <span className="sd-dimmed"> · {SELECTION.notInResult({ rows: outside })}</span>
        )}
      </span>
      <SmallButton
        leftSection={<IconRefresh size={14} aria-hidden />}
        disabled={tooMany || verifying || count === 0 || isPast}
        title={isPast ? SELECTION.notOfPast : undefined}
        onClick={onVerify}
      >
        {verifyLabel(count)}
      </SmallButton>
      <Button.Group>
        <SmallButton
          leftSection={<IconCopy size={14} aria-hidden />}
          title={SELECTION.copyHint}
          disabled={count === 0}
          onClick={() => onCopy("tabs")}
        >
          {ACTIONS.copy}
        </SmallButton>
        <Menu position="bottom-start">
          <Menu.Target>
            <SmallButton
              px={4}
              aria-label={SELECTION.copyAs}
              title={SELECTION.copyAsHint}
              disabled={count === 0}
            >
              <IconChevronDown size={14} aria-hidden />
            </SmallButton>
          </Menu.Target>
          <Menu.Dropdown>
            {Object.entries<CopyFormat>(COPY_FORMATS).map(([name, { label }]) => (
              <Menu.Item key={name} onClick={() => onCopy(name as CopyFormatName)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Button.Group>
      {onLabels && (
        <SmallButton leftSection={<IconQrcode size={14} aria-hidden />} onClick={onLabels}>
          {SELECTION.labels}
        </SmallButton>
      )}
      <QuietButton onClick={onClear}>{SELECTION.clear}</QuietButton>
    </Group>
  );
}

interface VerificationOutcomeProps {
  readonly verify: Verify;
  readonly verification: Verification;
}

/** The progress of a verification, then its outcome. */
export function VerificationOutcome({ verify, verification }: VerificationOutcomeProps) {
  const status = useLive((live) => live.status);
  const now = useNow(60_000);
  const { outcomes, of, running } = verification;
  const waitUntil =
    status.state === "rate_limited" && status.waitUntil !== null ? formatMoment(status.waitUntil, now) : null;
  const message = running
    ? verificationProgress(outcomes.length, of, waitUntil)
    : verificationOutcome(outcomes, of - outcomes.length);
  return (
    <Group gap={6} wrap="nowrap" miw={0} className="sd-num" data-testid="verification">
      <span className="sd-cut" title={message}>
        {message}
      </span>
      {running ? (
        <QuietButton onClick={verify.stop}>{SELECTION.stop}</QuietButton>
      ) : (
        <CloseButton size="xs" aria-label={SELECTION.dismiss} onClick={verify.dismiss} />
      )}
    </Group>
  );
}
