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
import { NO_SUCH_SCREEN } from "./messages.ts";
import { lazyPart, type LazyPart } from "../base/lazy-part.tsx";

const ActivityScreen = lazyPart(() =>
  import("../screens/activity/activity-screen.tsx").then((file) => file.ActivityScreen),
);
const ComparisonScreen = lazyPart(() =>
  import("../screens/comparison/comparison-screen.tsx").then((file) => file.ComparisonScreen),
);
const DiagnosticsScreen = lazyPart(() =>
  import("../screens/diagnostics/diagnostics-screen.tsx").then((file) => file.DiagnosticsScreen),
);
const AddConnectionScreen = lazyPart(() =>
  import("../screens/onboarding/add-connection-screen.tsx").then((file) => file.AddConnectionScreen),
);
const SettingsScreen = lazyPart(() =>
  import("../screens/settings/settings-screen.tsx").then((file) => file.SettingsScreen),
);
const TypePage = lazyPart(() =>
  import("../screens/reference-page/reference-page.tsx").then((file) => file.TypePage),
);
const LocationPage = lazyPart(() =>
  import("../screens/reference-page/reference-page.tsx").then((file) => file.LocationPage),
);
const RecordWindow = lazyPart(() =>
  import("./record-window/record-window.tsx").then((file) => file.RecordWindow),
);

/**
 * A screen other than the tables. The router loads its script before it leaves the previous screen, so that the new
 * screen's title can take the focus at once.
 */
const lazyScreen = (component: LazyPart<object>) => ({
  loader: component.preload,
  staleTime: Number.POSITIVE_INFINITY,
  component,
});

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
  ...lazyScreen(TypePage),
});
const locationPage = createRoute({
  getParentRoute: () => root,
  path: "/locations/$id",
  validateSearch: readPageSearch,
  ...lazyScreen(LocationPage),
});
const recordWindow = createRoute({
  getParentRoute: () => root,
  path: "/record/$resource/$id",
  validateSearch: readRecordSearch,
  ...lazyScreen(RecordWindow),
});
const activity = createRoute({
  getParentRoute: () => root,
  path: "/activity",
  validateSearch: readActivitySearch,
  ...lazyScreen(ActivityScreen),
});
const comparison = createRoute({
  getParentRoute: () => root,
  path: "/comparison",
  validateSearch: readComparisonSearch,
  ...lazyScreen(ComparisonScreen),
});
const diagnostics = createRoute({
  getParentRoute: () => root,
  path: "/diagnostics",
  ...lazyScreen(DiagnosticsScreen),
});
const settings = createRoute({
  getParentRoute: () => root,
  path: "/settings",
  validateSearch: readSettingsSearch,
  ...lazyScreen(SettingsScreen),
});
const addConnection = createRoute({
  getParentRoute: () => root,
  path: "/add-connection",
  ...lazyScreen(AddConnectionScreen),
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
  defaultNotFoundComponent: () => <FatalMessage error={NO_SUCH_SCREEN} />,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
