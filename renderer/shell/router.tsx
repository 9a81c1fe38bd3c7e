import {
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  type ErrorComponentProps,
} from "@tanstack/react-router";
import { readActivitySearch } from "../screens/activity/activity-filter.ts";
import { readComparisonSearch } from "../screens/comparison/comparison-search.ts";
import { ItemsScreen } from "../screens/items/items-screen.tsx";
import { LocationsScreen } from "../screens/locations/locations-screen.tsx";
import { readSettingsSearch } from "../screens/settings/settings-search.ts";
import { TypesScreen } from "../screens/material-types/types-screen.tsx";
import { FatalMessage } from "./error-boundary.tsx";
import { createOwnHashHistory } from "./hash-history.ts";
import { readPageSearch, readRecordSearch, readTableSearch } from "../inventory/navigation/open-record.ts";
import { Frame } from "./frame.tsx";
import { readScreens, screen } from "./later.tsx";

// Screens beside the tables, in a script that is read before the first of them is gone to: who goes there leaves one
// screen for a whole other one, whose title takes the focus.
const ActivityScreen = screen((screens) => screens.ActivityScreen);
const ComparisonScreen = screen((screens) => screens.ComparisonScreen);
const DiagnosticsScreen = screen((screens) => screens.DiagnosticsScreen);
const AddConnectionScreen = screen((screens) => screens.AddConnectionScreen);
const SettingsScreen = screen((screens) => screens.SettingsScreen);
const TypePage = screen((screens) => screens.TypePage);
const LocationPage = screen((screens) => screens.LocationPage);
const RecordWindow = screen((screens) => screens.RecordWindow);

const besides = {
  loader: async (): Promise<void> => {
    await readScreens();
  },
  staleTime: Number.POSITIVE_INFINITY,
};

const showFailure = ({ error }: ErrorComponentProps) => <FatalMessage error={error} />;

const root = createRootRoute({ component: Frame });
const toItems = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router takes its redirects by throw
    throw redirect({ to: "/items", replace: true });
  },
});
const items = createRoute({
  getParentRoute: () => root,
  path: "/items",
  validateSearch: readTableSearch,
  component: ItemsScreen,
});
const types = createRoute({
  getParentRoute: () => root,
  path: "/types",
  validateSearch: readTableSearch,
  component: TypesScreen,
});
const locations = createRoute({
  getParentRoute: () => root,
  path: "/locations",
  validateSearch: readTableSearch,
  component: LocationsScreen,
});
const typePage = createRoute({
  getParentRoute: () => root,
  path: "/types/$id",
  validateSearch: readPageSearch,
  ...besides,
  component: TypePage,
});
const locationPage = createRoute({
  getParentRoute: () => root,
  path: "/locations/$id",
  validateSearch: readPageSearch,
  ...besides,
  component: LocationPage,
});
const recordWindow = createRoute({
  getParentRoute: () => root,
  path: "/record/$resource/$id",
  validateSearch: readRecordSearch,
  ...besides,
  component: RecordWindow,
});
const activity = createRoute({
  getParentRoute: () => root,
  path: "/activity",
  validateSearch: readActivitySearch,
  ...besides,
  component: ActivityScreen,
});
const comparison = createRoute({
  getParentRoute: () => root,
  path: "/comparison",
  validateSearch: readComparisonSearch,
  ...besides,
  component: ComparisonScreen,
});
const diagnostics = createRoute({
  getParentRoute: () => root,
  path: "/diagnostics",
  ...besides,
  component: DiagnosticsScreen,
});
const settings = createRoute({
  getParentRoute: () => root,
  path: "/settings",
  validateSearch: readSettingsSearch,
  ...besides,
  component: SettingsScreen,
});
const addConnection = createRoute({
  getParentRoute: () => root,
  path: "/add-connection",
  ...besides,
  component: AddConnectionScreen,
});

/**
 * The page's screens. The address lives in the hash: the page is a file to `app://`, and the browser host's
 * token stays where it is in the query string.
 */
export const router = createRouter({
  routeTree: root.addChildren([
    toItems,
    items,
    types,
    locations,
    typePage,
    locationPage,
    recordWindow,
    activity,
    comparison,
    diagnostics,
    settings,
    addConnection,
  ]),
  history: createOwnHashHistory(),
  defaultErrorComponent: showFailure,
  notFoundMode: "root",
  defaultNotFoundComponent: () => <FatalMessage error="There is no such screen." />,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
