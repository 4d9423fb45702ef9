using System.Globalization;
using System.Text;
using Doppel.Acting;
using Doppel.Reports;

namespace Doppel.App;

/// <summary>Formats messages about files with identical media data, and about tags that an action would lose.</summary>
internal static class MediaText
{
    private const int NamesShown = 8;
    private const int CharactersShown = 100;

    /// <summary>Returns what happens to the tags of the files in a plan.</summary>
    /// <param name="summary">The totals of the plan, which has media groups.</param>
    /// <param name="kind">The action; null if it is not known yet.</param>
    internal static string Totals(PlanSummary summary, ActionKind? kind)
    {
        string groups = $"{Count.Of(summary.MediaGroups, "group")} of media that differ only in tags: ";
        string files = Count.Of(summary.LosingFiles, "file");
        return groups + (summary.LosingFiles == 0
            ? "the keepers have or get all tags of the other files"
            : kind switch
            {
                ActionKind.Trash => $"{files} with tags that the keeper lacks would be moved to the trash",
                ActionKind.Move => $"{files} with tags that the keeper lacks would be moved",
                null => $"{files} with tags that the keeper lacks; doppel trash is the safest command",
                _ => $"{files} with tags that the keeper lacks and that only the journal would keep "
                    + "(doppel trash is safer)",
            });
    }

    /// <summary>Returns the names of tags. If there are too many for one line, the rest are counted.</summary>
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

    /// <summary>Returns what becomes of each tag that the keeper of a media file lacks, one line for each.</summary>
    /// <param name="copy">The media file.</param>
    /// <param name="tagsTo">The sidecar of the keeper, or the keeper. Empty if nothing is added to it.</param>
    internal static IEnumerable<string> Lines(PlanCopy copy, ReportName tagsTo)
    {
        foreach (ReportTag tag in copy.AddedTags)
        {
            yield return $"adds {Quote.Sentence(tag.Name)}: {Values(tag)}, to {Quote.Name(tagsTo.Bytes)}";
        }

        foreach (ReportTag tag in copy.LostTags)
        {
            string kept = copy.KeptTags.FirstOrDefault(one => one.Name == tag.Name) is { } known
                ? $" (the keeper has {Values(known)})"
                : "";
            yield return $"loses {Quote.Sentence(tag.Name)}: {Values(tag)}{kept}";
        }
    }

    /// <summary>Returns the values of a tag, truncated if they are long.</summary>
    internal static string Values(ReportTag tag)
    {
        string values = string.Join("; ", tag.Values);
        return Quote.Sentence(values.Length > CharactersShown ? values[..CharactersShown] + "…" : values);
    }
}
