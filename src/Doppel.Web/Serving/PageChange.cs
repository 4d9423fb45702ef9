using Doppel.Acting;

namespace Doppel.Web;

/// <summary>A change that the page asks for: the record of its JSON, and what it does.</summary>
internal sealed record PageChange(Type Body, Action<ReviewSession, object> Make)
{
    /// <summary>Gets all changes by their path below the folder of the address.</summary>
    internal static IReadOnlyDictionary<string, PageChange> All { get; } = new Dictionary<string, PageChange>
    {
        ["api/search"] = Of<NoFields>((session, _) => session.Begin()),
        ["api/search-with"] = Of<SearchFilters>((session, filters) => session.Begin(filters)),
        ["api/stop"] = Of<NoFields>((session, _) => session.Stop()),
        ["api/choice"] = Of<GroupChoice>((session, choice) => session.Choose(choice.Group, choice.Stay)),
        ["api/alike"] = Of<AlikeChoice>((session, choice) =>
            session.ChooseAlike(choice.Number, choice.Survey, choice.Going)),
        ["api/forget-choices"] = Of<NoFields>((session, _) => session.ForgetChoices()),
        ["api/start-afresh"] = Of<NoFields>((session, _) => session.StartAfresh()),
        ["api/prefer"] = Of<Preferences>((session, prefer) => session.Prefer(prefer.Rules)),
        ["api/folder"] = Of<FolderChoice>((session, choice) =>
            session.UseFolder(choice.Folder, choice.Up, choice.Use)),
        ["api/map-folder"] = Of<MapChoice>((session, choice) => session.UseMapFolder(choice.Folder, choice.Use)),
        ["api/forget-folder"] = Of<FolderRule>((session, rule) => session.ForgetFolder(rule.Use, rule.Index)),
        ["api/undo-choice"] = Of<NoFields>((session, _) => session.StepBack(again: false)),
        ["api/redo-choice"] = Of<NoFields>((session, _) => session.StepBack(again: true)),
        ["api/review"] = Of<NoFields>((session, _) => session.Review()),
        ["api/withdraw"] = Of<NoFields>((session, _) => session.Withdraw()),
        ["api/act"] = Of<ActionChoice>((session, choice) => session.Act(choice.Plan, choice.Action)),
        ["api/close-result"] = Of<NoFields>((session, _) => session.CloseResult()),
        ["api/undo"] = Of<EarlierRun>((session, run) => session.Undo(run.Run)),
        ["api/resume"] = Of<EarlierRun>((session, run) => session.Resume(run.Run)),
        ["api/show"] = Of<ShownCopy>((session, shown) => session.Show(shown.Copy)),
    };

    private static PageChange Of<T>(Action<ReviewSession, T> make) =>
        new(typeof(T), (session, body) => make(session, (T)body));
}

internal sealed record NoFields;

internal sealed record GroupChoice(int Group, IReadOnlyList<int>? Stay);

internal sealed record AlikeChoice(int Number, long Survey, IReadOnlyList<int>? Going);

internal sealed record Preferences(IReadOnlyList<KeepRule> Rules);

internal sealed record FolderChoice(int Folder, int Up, FolderUse? Use);

internal sealed record MapChoice(int Folder, FolderUse? Use);

internal sealed record FolderRule(FolderUse Use, int Index);

internal sealed record ActionChoice(string Plan, PageAction Action);

internal sealed record EarlierRun(string Run);

internal sealed record ShownCopy(int Copy);
