export const SET_BY_ADMINISTRATOR = "Set by your administrator";
