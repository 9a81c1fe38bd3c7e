import { useQuery } from "@tanstack/react-query";
import { Dialog } from "../../ui/dialog.tsx";
import classes from "./diagnostics.module.css";
import { LICENCES } from "./messages.ts";

/** A package of a third party that ships with the app. */
interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly text: string;
}

/** The licences of all packages that ship with the app, each with its text. */
export function Licences({ onClose }: { readonly onClose: () => void }) {
  const { data, error } = useQuery({ queryKey: ["licences"], queryFn: readLicences });
  return (
    <Dialog title={LICENCES.title} size="lg" closeAs="close" onClose={onClose}>
      <p className="sd-note">{LICENCES.intro}</p>
      {error && <p role="alert">{LICENCES.missing}</p>}
      <ul className="sd-list">
        {data?.map(({ name, version, licence, text }) => (
          <li key={`${name} ${version}`}>
            <details>
              <summary>
                {name} {version} <span className="sd-dimmed">{licence}</span>
              </summary>
              <pre className={classes.licence}>{text === "" ? LICENCES.noText : text}</pre>
            </details>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Reads the list of licences, which the build writes next to the page. */
async function readLicences(): Promise<readonly ShippedPackage[]> {
  const address = new URL("licences.js", document.baseURI).href;
  const file = (await import(/* @vite-ignore */ address)) as { readonly LICENCES: readonly ShippedPackage[] };
  return file.LICENCES;
}
