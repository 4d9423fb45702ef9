using System.Globalization;
using Doppel.Acting;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>
/// Shows what a plan is about before the question: what goes and what stays, root by root, or of one root, folder by
/// folder.
/// </summary>
internal sealed class PlanOverview
{
    private const int RootsShownMax = 8;
    private const int FoldersOfRootMax = 5;
    private const int GroupsShownMax = 3;
    private const int FoldersShownMax = 20;
    private const int ReasonsShownMax = 4;
    private const int FolderColumnsMin = 12;
    private const int PathColumnsMin = 24;
    private const string RuleSeparator = ", ";

    private readonly CommandHost _host;
    private readonly GatheredPlan _plan;
    private readonly ActionKind _kind;
    private readonly bool _isOneRoot;
    private readonly Dictionary<ReportName, RootTotals> _roots = [];
    private readonly Dictionary<string, long> _reasons = [];

    internal PlanOverview(CommandHost host, GatheredPlan plan, ActionKind kind)
    {
        (_host, _plan, _kind) = (host, plan, kind);
        _isOneRoot = plan.Roots.Count == 1;
        foreach (ReportName root in _isOneRoot ? [] : plan.Roots)
        {
            _roots.TryAdd(root, new RootTotals());
        }

        foreach (PlanGroup group in plan.Groups)
        {
            foreach (ReportName name in group.Keep.SelectMany(static copy => copy.Names))
            {
                TotalsOf(name).Stay++;
            }

            foreach (PlanCopy copy in group.Drop)
            {
                foreach (ReportName name in copy.Names)
                {
                    TotalsOf(name).Go++;
                }

                TotalsOf(copy.Names[0]).Bytes += BytesOf(copy);
            }

            if (group.IsOfCompanions)
            {
                continue;
            }

            _reasons[group.Reason] = _reasons.GetValueOrDefault(group.Reason) + 1;
        }

        foreach (PlanFolder folder in plan.Folders)
        {
            RootTotals totals = TotalsOf(folder.Name, isFolder: true);
            totals.Go += folder.Names;
            totals.Bytes += folder.FreedBytes;
        }
    }

    /// <summary>Returns the lines: a table of roots, the largest groups, and the rules that decided.</summary>
    internal IEnumerable<string> Lines()
    {
        foreach (string line in Table())
        {
            yield return line;
        }

        foreach (string line in FolderLines())
        {
            yield return line;
        }

        PlanGroup[] largest =
        [
            .. _plan.Groups.Where(static group => !group.IsOfCompanions)
                .OrderByDescending(group => group.Drop.Sum(BytesOf)).Take(GroupsShownMax),
        ];
        if (largest.Length > 0)
        {
            yield return _plan.Groups.Count > 1 ? "largest:" : "";
            foreach (string line in largest.SelectMany(LinesOf))
            {
                yield return line;
            }
        }

        if (_reasons.Count > 0)
        {
            yield return "decided by: " + Reasons();
        }
    }

    private IEnumerable<string> Table()
    {
        (string Folder, RootTotals Totals)[] rows =
        [
            .. _roots.Where(entry => entry.Value.Go > 0 || (!_isOneRoot && entry.Value.Stay > 0))
                .OrderByDescending(static entry => entry.Value.Bytes).ThenBy(static entry => entry.Key)
                .Select(entry => (PathText.Show(_host, entry.Key), entry.Value)),
        ];
        int shown = _isOneRoot ? FoldersOfRootMax : RootsShownMax;
        string freed = _kind.FreesBlocks() ? "freed" : "size";
        string[] heading = ["folder", ActionText.Verb(_kind), freed, "keep"];
        List<string[]> cells =
        [
            heading,
            .. rows.Take(shown).Select(row => (string[])
            [
                row.Folder, Number(row.Totals.Go), SizeText.Show(row.Totals.Bytes), Number(row.Totals.Stay),
            ]),
        ];
        int[] widths = [.. Enumerable.Range(0, heading.Length).Select(i => cells.Max(row => TextColumns.Of(row[i])))];
        int others = widths[1..].Sum() + (2 * heading.Length);
        widths[0] = Math.Min(widths[0], Math.Max(FolderColumnsMin, _host.Error.Columns - others));
        foreach (string[] row in cells)
        {
            yield return "  " + PathText.Pad(row[0], widths[0]) + string.Concat(
                row.Skip(1).Select((cell, i) => "  " + cell.PadLeft(widths[i + 1])));
        }

        if (rows.Length > shown)
        {
            yield return $"  and {Count.Of(rows.Length - shown, "folder")} more";
        }
    }

    // What goes as a whole is named, whatever its size.
    private IEnumerable<string> FolderLines()
    {
        PlanFolder[] whole = [.. _plan.Folders.Where(static folder => !folder.Keeper.IsEmpty)
            .OrderByDescending(static folder => folder.FreedBytes)];
        if (whole.Length == 0 || !_kind.RemovesNames())
        {
            yield break;
        }

        yield return "whole folders:";
        string verb = ActionText.Verb(_kind);
        int width = Math.Max(verb.Length, "keep".Length);
        foreach (PlanFolder folder in whole.Take(FoldersShownMax))
        {
            string files = $"{Count.Of(folder.Files, "file")}, {SizeText.Show(folder.FreedBytes)}";
            yield return Line("keep".PadRight(width), folder.Keeper, "");
            yield return Line(verb.PadRight(width), folder.Name, $" with all that is in it ({files})");
        }

        if (whole.Length > FoldersShownMax)
        {
            yield return $"  and {Count.Of(whole.Length - FoldersShownMax, "folder")} more; l lists all";
        }
    }

    private IEnumerable<string> LinesOf(PlanGroup group)
    {
        string verb = ActionText.Verb(_kind);
        int width = Math.Max(verb.Length, "keep".Length);
        ReportName[] go = [.. group.Drop.SelectMany(static copy => copy.Names)];
        string more = go.Length > 1 ? $" and {Number(go.Length - 1)} more" : "";
        string size = SizeText.Show(group.Drop.Sum(BytesOf));
        yield return Line("keep".PadRight(width), group.Keep[0].Names[0], "");
        yield return Line(verb.PadRight(width), go[0], $"{more} ({size})");
    }

    private string Line(string verb, ReportName name, string end)
    {
        // On a narrow terminal, the end goes to a line of its own.
        int columns = _host.Error.Columns - verb.Length - "    ".Length;
        columns = columns - end.Length >= PathColumnsMin ? columns - end.Length : Math.Max(FolderColumnsMin, columns);
        return $"  {verb}  {ShortText.End(PathText.Show(_host, name), columns)}{end}";
    }

    private string Reasons()
    {
        (string Reason, long Groups)[] all =
        [
            .. _reasons.OrderByDescending(static entry => entry.Value)
                .ThenBy(static entry => entry.Key, StringComparer.Ordinal)
                .Select(static entry => (entry.Key, entry.Value)),
        ];
        IEnumerable<string> shown = all.Take(ReasonsShownMax).Select((one, place) =>
        {
            string[] rules = RulesOf(one.Reason);
            bool isBoth = place == 2 && rules.Length == 2
                && rules.All(rule => rule == all[0].Reason || rule == all[1].Reason);
            return Counted(isBoth ? "both" : Shortened(string.Join(" and ", rules)), one.Groups);
        });
        return string.Join(", ", shown) + (all.Length > ReasonsShownMax ? ", and others" : "");
    }

    private static string[] RulesOf(string reason)
    {
        string[] parts = reason.Split(RuleSeparator);
        return parts.All(KeepRuleText.Words.Contains) ? parts : [reason];
    }

    // A number behind several words could be part of a name.
    private static string Counted(string reason, long groups)
    {
        string words = Quote.Sentence(reason);
        string number = Number(groups);
        return words.Contains(' ', StringComparison.Ordinal) ? $"{words} ({number})" : $"{words} {number}";
    }

    // A reason may name a root, such as a reference folder.
    private string Shortened(string reason) => _plan.Roots
        .OrderByDescending(static root => root.Bytes.Length)
        .Where(root => reason.EndsWith(root.ToString(), StringComparison.Ordinal))
        .Select(root => reason[..^root.ToString().Length] + PathText.Show(_host, root))
        .FirstOrDefault(reason);

    private long BytesOf(PlanCopy copy) => _kind == ActionKind.Reflink ? copy.UnsharedBytes : copy.FreedBytes;

    private RootTotals TotalsOf(ReportName name, bool isFolder = false)
    {
        if (_isOneRoot)
        {
            return RowOf(isFolder ? name : FolderOf(name));
        }

        // The longest root that contains the name. Names of a plan without roots are shown by their topmost folder.
        ReportName best = default;
        foreach (ReportName root in _plan.Roots)
        {
            if (root.Bytes.Length > best.Bytes.Length && RootPaths.IsAtOrBelow(name.Bytes, root.Bytes))
            {
                best = root;
            }
        }

        if (best.IsEmpty)
        {
            int end = name.Bytes[1..].IndexOf((byte)'/') + 1;
            best = new ReportName(name.Bytes[..Math.Max(1, end)].ToArray());
        }

        return RowOf(best);
    }

    private RootTotals RowOf(ReportName folder)
    {
        if (!_roots.TryGetValue(folder, out RootTotals? totals))
        {
            totals = new RootTotals();
            _roots.Add(folder, totals);
        }

        return totals;
    }

    private static ReportName FolderOf(ReportName name) =>
        new(name.Bytes[..Math.Max(1, name.Bytes.LastIndexOf((byte)'/'))].ToArray());

    private static string Number(long number) => number.ToString("N0", CultureInfo.InvariantCulture);

    private sealed class RootTotals
    {
        internal long Go { get; set; }

        internal long Stay { get; set; }

        internal long Bytes { get; set; }
    }
}
