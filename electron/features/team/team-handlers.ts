import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import type { TEAM_CALLS } from "../../../shared/features/team/team-calls.ts";
import type { TeamService } from "./team-service.ts";

interface TeamHandlerParts {
  readonly team: TeamService;
  readonly startup: { readonly opened: Promise<void> };
}

/** The handlers of the records that a team shares. */
export function teamHandlers({ team, startup: { opened } }: TeamHandlerParts) {
  return {
    readTeam: async ({ profileId }) => {
      await opened;
      return team.summary(profileId);
    },
    setTeamScope: ({ profileId, kind, isShared }) => team.setScope(profileId, kind, isShared),
    previewShare: ({ profileId, from, kind }) => team.preview(profileId, from, kind),
    shareRecords: async ({ profileId, from, kind, replaces }) => ({
      shared: await team.share(profileId, from, kind, replaces),
    }),
    preferTeamRecords: ({ profileId, kind }) => team.useTeam(profileId, kind),
    shareView: ({ profileId, id }) => team.shareRecord(profileId, "views", id),
    deleteTeamView: ({ profileId, id }) => team.deleteRecord(profileId, "views", id),
    resolveLost: ({ profileId, uses, ...lost }) => team.resolve(profileId, lost, uses),
    confirmTeamEdits: ({ profileId, sends }) => team.confirm(profileId, sends),
    exchangeTeam: ({ profileId }) => team.retry(profileId),
  } satisfies HandlersOf<typeof TEAM_CALLS>;
}
