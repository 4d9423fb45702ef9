using System.Globalization;
using System.Text;
using Doppel.Acting;
using Doppel.Reports;

namespace Doppel.Cli.Output;

/// <summary>What is told of files of one sound or picture, and of the tags that are lost with one.</summary>
internal static class MediaText
{
    private const int NamesShown = 8;
    private const int CharactersShown = 100;

    /// <summary>That media groups were not asked for; null where there are none.</summary>
    internal static string? Left(long groups) => groups == 0
        ? null
        : $"{PlanTotals.Count(groups, "media group")} skipped: "
            + "use --media to include them";

    /// <summary>What becomes of the tags of a plan.</summary>
    /// <param name="summary">The plan's totals, with media groups.</param>
    /// <param name="kind">What is to be done; null where that is still open.</param>
    internal static string Totals(PlanSummary summary, ActionKind? kind)
    {
        string groups = $"{PlanTotals.Count(summary.MediaGroups, "group")} of media that differ only in tags: ";
        string files = PlanTotals.Count(summary.LosingFiles, "file");
        return groups + (summary.LosingFiles == 0
            ? "the keepers have all tags of the other files"
            : kind switch
            {
                ActionKind.Trash => $"{files} with tags that the keeper lacks would be moved to the trash",
                ActionKind.Move => $"{files} with tags that the keeper lacks would be moved",
                null => $"{files} with tags that the keeper lacks; doppel trash is the safest command",
                _ => $"{files} with tags that the keeper lacks and that only the journal would keep "
                    + "(doppel trash is safer)",
            });
    }

    /// <summary>The names of tags, as many as a line bears.</summary>
    internal static string Names(IReadOnlyList<ReportTag> tags)
    {
        var text = new StringBuilder();
        for (int i = 0; i < tags.Count && i < NamesShown; i++)
        {
            text.Append(i == 0 ? "" : ", ").Append(Quote.Sentence(tags[i].Name));
        }

        return tags.Count <= NamesShown
            ? text.ToString()
            : text.Append(CultureInfo.InvariantCulture, $" and {tags.Count - NamesShown:N0} more").ToString();
    }

    /// <summary>What a tag says, cut where it is long.</summary>
    internal static string Values(ReportTag tag)
    {
        string values = string.Join("; ", tag.Values);
        return Quote.Sentence(values.Length > CharactersShown ? values[..CharactersShown] + "…" : values);
    }
}
