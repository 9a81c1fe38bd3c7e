import { Button, TextInput } from "@mantine/core";
import { IconCircleCheck, IconPlugConnected } from "@tabler/icons-react";
import { useRef, useState, type FormEvent } from "react";
import { useHostServices } from "../../../host/host-context.ts";
import { errorOf, unwrap } from "../../../base/unwrap.ts";
import { useMutationCall } from "../../../base/use-mutation-call.ts";
import { ErrorNotice } from "../../../ui/notice.tsx";
import { clearKey, KeyField, readKey } from "../../../ui/fields.tsx";
import { succeed } from "../../../../shared/base/errors.ts";
import { SETTINGS } from "../../../host/messages.ts";
import { CONNECT, testSucceeded, BASE_URL_PROBLEMS } from "./messages.ts";
import classes from "./onboarding.module.css";
import { FormButtons, PlainButton } from "../../../ui/buttons.tsx";

interface Credentials {
  readonly baseUrl: string;
  readonly key: string;
}

/** The form for the base URL and the key. The dashboard appears when the core reports an open connection. */
export function ConnectForm() {
  const { host, boot } = useHostServices();
  const keyInput = useRef<HTMLInputElement>(null);
  const [baseUrl, setBaseUrl] = useState(boot.policy.baseUrl ?? "");
  const [problems, setProblems] = useState<{ readonly url: string | null; readonly key: string | null }>({
    url: null,
    key: null,
  });

  const test = useMutationCall(host.testConnection);
  const connect = useMutationCall(
    async (credentials: Credentials) => {
      // The service is called before anything is stored, because storing a connection closes the first screen.
      await unwrap(host.testConnection(credentials));
      return succeed(await unwrap(host.connect(credentials)));
    },
    () => clearKey(keyInput.current),
  );
  const error = errorOf(connect.error) ?? errorOf(test.error);

  const read = (): Credentials | null => {
    const key = readKey(keyInput.current);
    const found = { url: baseUrlProblem(baseUrl), key: key === "" ? CONNECT.keyMissing : null };
    setProblems(found);
    test.reset();
    connect.reset();
    return found.url || found.key ? null : { baseUrl: baseUrl.trim(), key };
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const credentials = read();
    if (credentials) connect.mutate(credentials);
  };

  return (
    <form className={classes.card} onSubmit={submit} noValidate aria-labelledby="connect-title">
      <h2 id="connect-title">
        <IconPlugConnected size={18} aria-hidden /> {CONNECT.title}
      </h2>
      <BaseUrlField value={baseUrl} problem={problems.url} onChange={setBaseUrl} />
      <KeyField
        ref={keyInput}
        size="sm"
        label={CONNECT.key}
        description={CONNECT.keyHint}
        error={problems.key}
      />
      {error && <ErrorNotice error={error} />}
      {test.data && (
        <p className={classes.success} role="status">
          <IconCircleCheck size={17} aria-hidden /> {testSucceeded(test.data.milliseconds)}
        </p>
      )}
      <FormButtons mt="auto" pt={4}>
        <PlainButton
          size="sm"
          loading={test.isPending}
          onClick={() => {
            const credentials = read();
            if (credentials) test.mutate(credentials);
          }}
        >
          {CONNECT.test}
        </PlainButton>
        <Button size="sm" type="submit" loading={connect.isPending}>
          {CONNECT.connect}
        </Button>
      </FormButtons>
    </form>
  );
}

interface BaseUrlFieldProps {
  readonly value: string;
  readonly problem: string | null;
  readonly onChange: (value: string) => void;
}

function BaseUrlField({ value, problem, onChange }: BaseUrlFieldProps) {
  const isFixed = useHostServices().boot.policy.baseUrl !== undefined;
  return (
    <TextInput
      size="sm"
      label={CONNECT.baseUrl}
      description={isFixed ? SETTINGS.setByAdministrator : CONNECT.baseUrlHint}
      readOnly={isFixed}
      placeholder={CONNECT.baseUrlExample}
      type="url"
      spellCheck={false}
      autoComplete="off"
      value={value}
      error={problem}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** The reason why a text is not a usable base URL; null if it is usable. The core checks the text again. */
export function baseUrlProblem(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === "") return BASE_URL_PROBLEMS.empty;
  if (!URL.canParse(trimmed)) return BASE_URL_PROBLEMS.notUrl;
  const url = new URL(trimmed);
  if (url.username !== "" || url.password !== "") return BASE_URL_PROBLEMS.credentials;
  if (url.protocol === "https:") return null;
  if (url.protocol !== "http:") return BASE_URL_PROBLEMS.scheme;
  return LOOPBACK.has(url.hostname) ? null : BASE_URL_PROBLEMS.insecure;
}
