using Doppel.Acting;

namespace Doppel.App;

/// <summary>Summarizes a plan for people.</summary>
internal static class PlanTotals
{
    private const string Open = "other programs can write to a file while it is compared";
    private const string Missing = "a name is missing for a moment while it is replaced by a link";

    /// <summary>
    /// Returns one line of totals, and further lines for files that would free nothing and for skipped names.
    /// </summary>
    /// <param name="summary">The totals of the plan.</param>
    /// <param name="kind">The action; null if it is not known yet.</param>
    /// <param name="retargets">Whether symbolic links are changed to point at the keepers.</param>
    internal static IEnumerable<string> Lines(PlanSummary summary, ActionKind? kind, bool retargets)
    {
        string folders = summary.Folders == 0 ? "" : $"{Count.Of(summary.Folders, "folder")}, ";
        string names = summary.Names == summary.Files ? "" : $" ({Count.Of(summary.Names, "name")})";
        yield return summary.Files + summary.Folders == 0
            ? "nothing to do"
            : $"{folders}{Count.Of(summary.Groups, "group")}, {Files(summary)} to act on{names}, "
                + ActionText.Promise(kind, summary.FreedBytes);
        if (summary.MediaGroups > 0)
        {
            yield return MediaText.Totals(summary, kind);
        }

        if (summary.Companions > 0)
        {
            yield return $"{Count.Of(summary.Companions, "companion")} of these files "
                + $"{(summary.Companions == 1 ? "goes" : "go")} with them (--companions)";
        }

        if (summary.HeldFiles > 0)
        {
            yield return $"{Count.Of(summary.HeldFiles, "file")} would free nothing: "
                + "their blocks are also used by other names or clones";
        }

        if (summary.DanglingLinks > 0 && (kind is not { } action || action.RemovesNames()))
        {
            string condition = kind is null ? " if these are removed" : "; --retarget-links prevents that";
            string fate = retargets ? "be pointed at the keepers" : "break" + condition;
            yield return $"{Count.Of(summary.DanglingLinks, "symbolic link")} would {fate}";
        }

        if (summary.Refusals > 0 || summary.IdleGroups > 0)
        {
            string refused = summary.Refusals > 0 ? $"{Count.Of(summary.Refusals, "name")} for the reasons above" : "";
            string idle = summary.IdleGroups > 0 ? $"{Count.Of(summary.IdleGroups, "group")} with nothing to do" : "";
            yield return "skipped: " + string.Join(", ", new[] { refused, idle }.Where(static part => part != ""));
        }
    }

    /// <summary>
    /// Returns a line with the number of files that would get a different owner, group, permissions or flags; nothing
    /// if there are none.
    /// </summary>
    /// <param name="groups">The groups of the plan whose files are to be replaced by hard links.</param>
    internal static IEnumerable<string> Takeovers(IEnumerable<PlanGroup> groups)
    {
        int files = groups.Sum(static group => group.Drop.Count(
            static copy => (copy.Changes & ~(MetadataKinds.Modified | MetadataKinds.Attributes)) != 0));
        if (files > 0)
        {
            yield return $"{Count.Of(files, "file")} would get the owner, group, permissions or flags of the keeper; "
                + "--dry-run lists them";
        }
    }

    /// <summary>Returns a line for each file system with weaker guarantees.</summary>
    /// <param name="mounts">The file systems that the action affects.</param>
    /// <param name="kind">The action; null if it is not known yet.</param>
    internal static IEnumerable<string> Weaknesses(IEnumerable<ActedMount> mounts, ActionKind? kind)
    {
        foreach (ActedMount mount in mounts)
        {
            // For reflinks, the system itself compares the files.
            bool isOpen = !mount.KeepsWritersOut && kind != ActionKind.Reflink;
            bool isMissing = !mount.ExchangesNames
                && (kind is null or ActionKind.HardLink or ActionKind.SymbolicLink);
            string[] why =
            [
                .. isOpen ? [Open] : (string[])[],
                .. isMissing ? [Missing] : (string[])[],
            ];
            string where = mount.Facts.MountPoint.Length > 0 ? Quote.Text(mount.Facts.MountPoint) : "a file system";
            string system = mount.Facts.FileSystem.Length > 0 ? $" ({mount.Facts.FileSystem})" : "";
            if (why.Length > 0)
            {
                yield return $"weaker guarantees on {where}{system}: {string.Join(", and ", why)}";
            }

            if (mount.HasLayers && kind != ActionKind.Move)
            {
                yield return $"on {where}{system}, a file in a lower layer keeps its space: removing it frees nothing"
                    + (kind is null or ActionKind.HardLink
                        ? ", and linking to it takes more, because it is copied up first" : "");
            }
        }
    }

    /// <summary>
    /// Returns the noun for the names of a plan: "name" only if some of them are names of the same file.
    /// </summary>
    internal static string NounOf(PlanSummary summary) => summary switch
    {
        _ when summary.Names != summary.Files => "name",
        { Objects: 0 } => "file",
        _ => summary.Objects == summary.Files ? "object" : "name",
    };

    /// <summary>Returns the number of files, of objects, or of both.</summary>
    internal static string Files(PlanSummary summary)
    {
        long files = summary.Files - summary.Objects;
        string objects = Count.Of(summary.Objects, "object");
        string both = files > 0 ? $"{Count.Of(files, "file")} and {objects}" : objects;
        return summary.Objects > 0 ? both : Count.Of(files, "file");
    }
}
