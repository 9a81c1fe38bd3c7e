import { contextBridge } from "electron";
import type { HostApi } from "../shared/contract.ts";
import { call, listen } from "./platform/ipc/bridge.ts";

/** All that a page can reach. A call that is missing here, or is not in the contract, is a type error. */
const stockdeck = {
  bootstrap: call("bootstrap"),
  testConnection: call("testConnection"),
  connect: call("connect"),
  exploreSample: call("exploreSample"),
  listProfiles: call("listProfiles"),
  switchProfile: call("switchProfile"),
  editProfile: call("editProfile"),
  adoptAsNewProfile: call("adoptAsNewProfile"),
  replaceKey: call("replaceKey"),
  forgetKey: call("forgetKey"),
  wipeLocalData: call("wipeLocalData"),
  disconnect: call("disconnect"),
  getSettings: call("getSettings"),
  saveSettings: call("saveSettings"),
  getStatus: call("getStatus"),
  syncNow: call("syncNow"),
  cancelSync: call("cancelSync"),
  reportFocus: call("reportFocus"),
  queryWindow: call("queryWindow"),
  queryCount: call("queryCount"),
  queryRange: call("queryRange"),
  queryFacets: call("queryFacets"),
  getRecord: call("getRecord"),
  refreshRecord: call("refreshRecord"),
  verifyRecords: call("verifyRecords"),
  answerQuestion: call("answerQuestion"),
  queryChanges: call("queryChanges"),
  viewNews: call("viewNews"),
  markSeen: call("markSeen"),
  loadUiState: call("loadUiState"),
  saveUiState: call("saveUiState"),
  copyText: call("copyText"),
  onStatus: listen("status"),
  onConnection: listen("connection"),
  onSwitched: listen("switched"),
  onProfiles: listen("profiles"),
  onSettings: listen("settings"),
  onDataChanged: listen("dataChanged"),
  onCommand: listen("command"),
} satisfies HostApi;

contextBridge.exposeInMainWorld("stockdeck", stockdeck);
