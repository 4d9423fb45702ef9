using Doppel.Acting;
using Doppel.Reports;

namespace Doppel.Web;

internal sealed partial class ReviewSession
{
    /// <summary>Decides which copies of a group stay, or which folders.</summary>
    /// <param name="group">The number of the group.</param>
    /// <param name="stay">
    /// The numbers of the copies that stay, at least one on a disk, or the indexes of the folders; null if rules
    /// decide.
    /// </param>
    /// <exception cref="RequestException">
    /// There is no such group or copy, none would stay, or other work is in progress.
    /// </exception>
    internal void Choose(int group, IReadOnlyList<int>? stay)
    {
        lock (_lock)
        {
            RefuseIfBusy();
            GroupStore store = Loaded.Store;
            if (group < 0)
            {
                throw RequestException.Missing("There is no such group.");
            }

            if (group >= store.Groups)
            {
                ChooseFolders(group, stay);
                return;
            }

            CopyRange copies = store.CopiesOf(group);
            if (stay is not null
                && (stay.Any(copy => copy < copies.First || copy >= copies.EndExcl) || stay.All(store.IsSaved)))
            {
                throw RequestException.Bad("Keep at least one copy of the group on a disk.");
            }

            string name = ShownText.Of(store.Names.LastOf(store.NamesOf(copies.First).First));
            string label = stay is null ? $"rules for {name}" : $"choice for {name}";
            _choices.Choose(label, [(group, stay?.Order().ToArray())]);
            Chosen();
            Replan([group]);
        }
    }

    /// <summary>Leaves all groups to the rules that were decided by hand.</summary>
    internal void ForgetChoices()
    {
        lock (_lock)
        {
            RefuseIfBusy();
            int[] byHand =
            [
                .. Enumerable.Range(0, Loaded.Store.Groups + _folders.Groups.Count)
                    .Where(group => _choices.StayOf(group) is not null),
            ];
            if (byHand.Length > 0)
            {
                _choices.Choose("reset of all choices by hand", [.. byHand.Select(static one => (one, (int[]?)null))]);
                Chosen();
                PlanAgain(byHand);
            }
        }
    }

    /// <summary>Chooses other preferences.</summary>
    internal void Prefer(IReadOnlyList<KeepRule> prefer) =>
        ChooseRules("rules", rules => rules with { Prefer = [.. prefer.Distinct()] });

    /// <summary>Adds a folder to the rules, or takes it out.</summary>
    /// <param name="folder">The number of a folder that holds a copy.</param>
    /// <param name="levelsUp">How many levels above that folder.</param>
    /// <param name="use">What happens to the copies in the folder; null if it has no rule of its own.</param>
    /// <exception cref="RequestException">There is no such folder, or other work is in progress.</exception>
    internal void UseFolder(int folder, int levelsUp, FolderUse? use)
    {
        ReportName path;
        lock (_lock)
        {
            path = FolderAt(folder, levelsUp);
        }

        UseFolder(path, use);
    }

    private void UseFolder(ReportName path, FolderUse? use)
    {
        string verb = use switch
        {
            FolderUse.Always => "always keep",
            FolderUse.Clear => "remove from",
            _ => "no rule for",
        };
        ChooseRules($"{verb} {ShownText.Of(path)}", rules => rules with
        {
            Always = Changed(rules.Always, path, use == FolderUse.Always),
            Clear = Changed(rules.Clear, path, use == FolderUse.Clear),
        });
    }

    /// <summary>Takes a folder out of the rules.</summary>
    /// <param name="use">The list that it is in.</param>
    /// <param name="index">Its place in the list.</param>
    internal void ForgetFolder(FolderUse use, int index)
    {
        ReportName path;
        lock (_lock)
        {
            IReadOnlyList<ReportName> list = use == FolderUse.Always ? _choices.Rules.Always : _choices.Rules.Clear;
            path = index >= 0 && index < list.Count
                ? list[index]
                : throw RequestException.Missing("There is no such rule.");
        }

        ChooseRules($"no rule for {ShownText.Of(path)}", rules => rules with
        {
            Always = use == FolderUse.Always ? Changed(rules.Always, path, isIn: false) : rules.Always,
            Clear = use == FolderUse.Clear ? Changed(rules.Clear, path, isIn: false) : rules.Clear,
        });
    }

    /// <summary>Reverses the last choice, or does it again.</summary>
    internal void StepBack(bool again)
    {
        lock (_lock)
        {
            RefuseIfBusy();
            IReadOnlyList<int>? groups = again ? _choices.Redo() : _choices.Undo();
            Chosen();
            PlanAgain(groups);
        }
    }

    private void ChooseRules(string label, Func<RuleChoice, RuleChoice> change)
    {
        lock (_lock)
        {
            RefuseIfBusy();
            _ = Loaded;
            RuleChoice rules = change(_choices.Rules);
            if (rules.Always.Count > RuleChoice.FoldersMax || rules.Clear.Count > RuleChoice.FoldersMax)
            {
                throw RequestException.Conflict("There are too many rules for folders.");
            }

            // Fails now rather than later if a folder has vanished.
            _ = rules.On(_engine.Basis.Rules, _engine.Volume);
            _choices.Choose(label, rules);
            Chosen();
            PlanAgain(groups: null);
        }
    }

    private void Replan(IReadOnlyList<int> groups)
    {
        PlanBoard board = Loaded.Board;
        using Planner planner = NewPlanner(_folders.Going, _folders.GoingFiles);
        foreach (int group in groups)
        {
            board.Plan(group, planner, _choices.StayOf(group));
        }

        board.Parts.Join();
        Changed();
    }

    private void RefuseIfBusy()
    {
        if (_activity is not null)
        {
            throw RequestException.Conflict("Other work is in progress. Wait until it has finished.");
        }
    }

    private ReportName FolderAt(int folder, int levelsUp)
    {
        NameTable names = Loaded.Store.Names;
        if (folder < 0 || folder >= names.FolderCount || levelsUp < 0)
        {
            throw RequestException.Missing("There is no such folder.");
        }

        if (ReportSavedVolume.Holds(names.Folder(folder)))
        {
            throw RequestException.Conflict("Copies on a saved volume are always kept.");
        }

        ReadOnlySpan<byte> path = names.Folder(folder).Bytes;
        for (int level = 0; level < levelsUp; level++)
        {
            path = path[..Math.Max(0, path.LastIndexOf((byte)'/'))];
        }

        return path.IsEmpty
            ? throw RequestException.Missing("There is no such folder.")
            : new ReportName(path.ToArray());
    }

    private static IReadOnlyList<ReportName> Changed(IReadOnlyList<ReportName> list, ReportName path, bool isIn) =>
        [.. list.Where(one => one != path), .. isIn ? (ReportName[])[path] : []];
}
