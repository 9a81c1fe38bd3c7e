import path from "node:path";
import { MailService } from "../../../../electron/delivery/mail/mail-service.ts";
import { createLog } from "../../../../electron/base/log.ts";
import { systemClock } from "../../../../electron/base/clock.ts";
import { KeyVault } from "../../../../electron/base/keychain/key-vault.ts";
import { makeUserStore } from "../../../../electron/hosts/core/user-store.ts";
import { mailServerSchema } from "../../../../shared/delivery/mail.ts";
import { remote } from "../../../helpers/in-process-store.ts";
import { memoryKeychain } from "../../../helpers/memory-keychain.ts";

// A process that stores one message and sends it, or loads another process's message and reports it.
const [what, folder = "", server = "", authority = ""] = process.argv.slice(2);
const store = makeUserStore(path.join(folder, "user.sqlite"));
const service = new MailService({
  clock: systemClock,
  log: createLog(() => {}),
  policy: {},
  vault: new KeyVault(memoryKeychain()),
  store: remote(store),
  confirmMailServer: async () => true,
  chooseAuthority: async () => authority,
  onState: () => {},
  onMailed: () => {},
});
if (what === "send") {
  const { chosen } = await service.settings.chooseAuthority();
  const wanted = { ...mailServerSchema.parse(JSON.parse(server)), user: null };
  await service.settings.save({ server: wanted, authority: chosen?.file ?? "usual" });
  const mail = {
    id: "only",
    connectionId: "p",
    source: "s",
    madeAt: Date.now(),
    to: ["ann@example.com"],
    subject: "List",
    text: "Text",
    html: null,
    file: null,
    limitBytes: 0,
  };
  store.saveMail(service.rowOf(mail));
  service.send(mail);
} else {
  await service.load();
  await service.close();
  console.log(JSON.stringify(service.outcome("s")));
  store.close();
}
