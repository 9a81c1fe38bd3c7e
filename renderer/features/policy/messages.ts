export const POLICY_INTRO = "These hold for everybody on this computer and cannot be changed here.";
