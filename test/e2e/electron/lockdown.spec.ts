import { expect, shareApp, test } from "./launch.ts";

const sharedApp = shareApp();

test("a session created after the start grants no permission and downloads no dictionary", async ({
  sample,
}) => {
  const { app } = sharedApp();
  const found = await app.evaluate(async ({ BrowserWindow, session }, url) => {
    const later = session.fromPartition("made-later");
    const window = new BrowserWindow({ show: false, webPreferences: { session: later, sandbox: true } });
    await window.loadURL(url);
    const states = (await window.webContents.executeJavaScript(
      `Promise.all(["geolocation", "notifications", "camera", "midi"].map(
        (name) => navigator.permissions.query({ name }).then(({ state }) => state)))`,
    )) as string[];
    const asked = (await window.webContents.executeJavaScript(
      `new Promise((resolve) => navigator.geolocation.getCurrentPosition(
        () => resolve("granted"), ({ code }) => resolve(code)))`,
    )) as unknown;
    const policy = window.webContents.getWebRTCIPHandlingPolicy();
    window.destroy();
    return {
      states,
      asked,
      policy,
      spelling: [later, session.defaultSession].map((one) => one.isSpellCheckerEnabled()),
    };
  }, `${sample.url}/inventory/items`);
  expect(found).toEqual({
    states: ["denied", "denied", "denied", "denied"],
    // The code of "permission denied".
    asked: 1,
    policy: "disable_non_proxied_udp",
    spelling: [false, false],
  });
});

test("the app sends servers no client certificate and no password", async () => {
  const { app } = sharedApp();
  const found = await app.evaluate(async ({ app: electron, session, BrowserWindow }) => {
    const answer = (event: "select-client-certificate" | "login"): unknown => {
      const result = { prevented: false, answers: [] as unknown[] };
      const prevent = { preventDefault: () => (result.prevented = true) };
      const callback = (...values: unknown[]): unknown => result.answers.push(...values, "answered");
      const certificates = [{ subjectName: "Ann" }];
      // Electron passes both requests on to their page.
      const page = BrowserWindow.getAllWindows()[0]?.webContents;
      if (event === "login") electron.emit(event, prevent, page, {}, { isProxy: true }, callback);
      else electron.emit(event, prevent, page, "https://example.invalid", certificates, callback);
      return result;
    };
    const answered = await session.fromPartition("stockdeck-page").fetch("app://stockdeck/");
    return {
      certificate: answer("select-client-certificate"),
      login: answer("login"),
      isSwitchSet: electron.commandLine.hasSwitch("dns-prefetch-disable"),
      header: answered.headers.get("x-dns-prefetch-control"),
      policy: BrowserWindow.getAllWindows()[0]?.webContents.getWebRTCIPHandlingPolicy(),
    };
  });
  const answered = { prevented: true, answers: ["answered"] };
  expect(found).toEqual({
    certificate: answered,
    login: answered,
    isSwitchSet: true,
    header: "off",
    policy: "disable_non_proxied_udp",
  });
});
