export const SET_BY_ADMINISTRATOR = "Set by your administrator";

export const POLICY_INTRO = "These hold for everybody on this computer and cannot be changed here.";
