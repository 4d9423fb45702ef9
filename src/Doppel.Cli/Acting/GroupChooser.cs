using System.Globalization;
using Doppel.Acting;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>Lets the user choose group by group which copies stay.</summary>
internal sealed class GroupChooser(CommandHost host, MessageSettings settings)
{
    private const string Keys = "numbers, a all, s skip, u undo, r rest, q quit, ? help";

    private static readonly string[] s_help =
    [
        "  Enter       keep the copies marked with *",
        "  1 3, 2-4    keep these copies",
        "  a           keep all copies of this group",
        "  s           skip this group: leave it as it is",
        "  u           undo: go back to the group before",
        "  r           keep the copies marked with * in this group and all that follow",
        "  q           quit: skip this group and all that follow",
    ];

    private readonly Messages _messages = host.MessagesFor(settings.Color);

    /// <summary>Asks for each group.</summary>
    /// <param name="groups">The groups of the plan.</param>
    /// <param name="mustStay">The copies that stay whatever the user chooses.</param>
    /// <returns>
    /// The copies that stay, the keeper first, for each group in which something goes, in the order of the groups.
    /// </returns>
    /// <exception cref="UsageException">There is no terminal to ask on, or the input ended.</exception>
    internal IReadOnlyList<(PlanGroup Group, IReadOnlyList<PlanCopy> Keep)> Choose(
        IReadOnlyList<PlanGroup> groups, IReadOnlySet<PlanCopy> mustStay)
    {
        Func<string?> ask = host.Ask
            ?? throw new UsageException("--ask-each needs a terminal", "use --keep, --drop or --prefer instead");
        var chosen = new List<(PlanGroup Group, IReadOnlyList<PlanCopy> Keep)>();
        bool takesRest = false;
        while (chosen.Count < groups.Count)
        {
            PlanGroup group = groups[chosen.Count];
            PlanCopy[] copies = [.. group.Keep, .. group.Drop];
            if (takesRest)
            {
                chosen.Add((group, group.Keep));
                continue;
            }

            Show(group, copies, mustStay, chosen.Count + 1, groups.Count);
            string answer = Confirmation.Answer(ask, _messages)?.Trim().ToLowerInvariant()
                ?? throw new UsageException("the input ended before all groups were chosen; nothing was done");
            switch (answer)
            {
                case "":
                    chosen.Add((group, group.Keep));
                    break;
                case "a" or "s":
                    chosen.Add((group, copies));
                    break;
                case "r":
                    takesRest = true;
                    break;
                case "q":
                    chosen.AddRange(groups.Skip(chosen.Count).Select(static one =>
                        (one, (IReadOnlyList<PlanCopy>)[.. one.Keep, .. one.Drop])));
                    break;
                case "u" when chosen.Count > 0:
                    chosen.RemoveAt(chosen.Count - 1);
                    break;
                case "u":
                    _messages.Line("  this is the first group");
                    break;
                case "?":
                    _messages.Line(s_help);
                    break;
                default:
                    if (Parse(answer, copies, mustStay) is { } keep)
                    {
                        chosen.Add((group, keep));
                    }

                    break;
            }
        }

        return [.. chosen.Where(static one => one.Keep.Count < one.Group.Keep.Count + one.Group.Drop.Count)];
    }

    private void Show(PlanGroup group, PlanCopy[] copies, IReadOnlySet<PlanCopy> mustStay, int number, int count)
    {
        string what = group.Media is { } media ? $"{media.Format} files with other tags" : "copies";
        string each = group.Media is null ? $" of {SizeText.Show(group.Size)}" : "";
        _messages.Line(string.Create(
            CultureInfo.InvariantCulture, $"\nGroup {number:N0} of {count:N0}: {copies.Length:N0} {what}{each}"));
        int digits = copies.Length.ToString(CultureInfo.InvariantCulture).Length;
        for (int i = 0; i < copies.Length; i++)
        {
            PlanCopy copy = copies[i];
            string mark = i < group.Keep.Count ? "*" : " ";
            string size = group.Media is null ? "" : "  " + SizeText.Show(copy.Facts.Size);
            string stays = mustStay.Contains(copy) ? "  (stays)" : "";
            string place = (i + 1).ToString(CultureInfo.InvariantCulture).PadLeft(digits);
            _messages.Line($"  {place}{mark} {TimeText.ShowLocal(copy.Facts.Modified, host.Clock)}{size}  "
                + PathText.Show(host, copy.Names[0]) + stays);
            foreach (ReportName name in copy.Names.Skip(1))
            {
                _messages.Line($"  {new string(' ', digits)}=   {PathText.Show(host, name)}");
            }

            if (copy.LostTags.Count > 0)
            {
                _messages.Line($"  {new string(' ', digits)}    has other tags: {MediaText.Names(copy.LostTags)}");
            }
        }

        _messages.Raw($"Which copies should stay? ({Keys}) ");
    }

    private IReadOnlyList<PlanCopy>? Parse(string answer, PlanCopy[] copies, IReadOnlySet<PlanCopy> mustStay)
    {
        var keep = new SortedSet<int>(Enumerable.Range(0, copies.Length).Where(i => mustStay.Contains(copies[i])));
        foreach (string word in answer.Split([' ', ','], StringSplitOptions.RemoveEmptyEntries))
        {
            string[] ends = word.Split('-', 2);
            if (!TryNumber(ends[0], out int first) || !TryNumber(ends[^1], out int last) || last < first)
            {
                _messages.Line($"  '{Quote.Sentence(word)}' is not a number from 1 to "
                    + copies.Length.ToString(CultureInfo.InvariantCulture) + "; ? shows the keys");
                return null;
            }

            keep.UnionWith(Enumerable.Range(first - 1, last - first + 1));
        }

        return [.. keep.Select(i => copies[i])];

        bool TryNumber(string text, out int number) =>
            int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number)
            && number >= 1 && number <= copies.Length;
    }
}
