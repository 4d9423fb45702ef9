namespace Doppel.Acting;

/// <summary>Totals of a plan.</summary>
public sealed record PlanSummary
{
    /// <summary>Groups in which something is to be done.</summary>
    public long Groups { get; init; }

    /// <summary>Of <see cref="Groups"/> those of files of one sound or picture.</summary>
    public long MediaGroups { get; init; }

    /// <summary>Of <see cref="Files"/> those whose tags say what the keeper's do not.</summary>
    public long LosingFiles { get; init; }

    /// <summary>Folders that go with all that is in them, empty ones too.</summary>
    public long Folders { get; init; }

    /// <summary>Files to act on: inodes, whatever the number of their names.</summary>
    public long Files { get; init; }

    /// <summary>Names of these files.</summary>
    public long Names { get; init; }

    /// <summary>Bytes that come free on the devices: allocated blocks, not sizes.</summary>
    public long FreedBytes { get; init; }

    /// <summary>Of <see cref="Files"/> those that free nothing: other names or clones hold their blocks.</summary>
    public long HeldFiles { get; init; }

    /// <summary>Symbolic links to names of <see cref="Files"/>, which lead to nothing when those are removed.</summary>
    public long DanglingLinks { get; init; }

    /// <summary>Names that are left alone.</summary>
    public long Refusals { get; init; }

    /// <summary>Groups in which there is nothing to do.</summary>
    public long IdleGroups { get; init; }

    /// <summary>The totals with one more group.</summary>
    public PlanSummary Add(PlanGroup group)
    {
        ArgumentNullException.ThrowIfNull(group);
        PlanSummary sum = this with
        {
            Groups = Groups + 1,
            MediaGroups = MediaGroups + (group.Media is null ? 0 : 1),
            Files = Files + group.Drop.Count,
        };
        foreach (PlanCopy copy in group.Drop)
        {
            sum = sum with
            {
                Names = sum.Names + copy.Names.Count,
                FreedBytes = Saturating(sum.FreedBytes, copy.FreedBytes),
                HeldFiles = sum.HeldFiles + (copy.IsHeld ? 1 : 0),
                DanglingLinks = sum.DanglingLinks + copy.SymbolicLinks.Count,
                LosingFiles = sum.LosingFiles + (copy.LostTags.Count > 0 ? 1 : 0),
            };
        }

        return sum;
    }

    /// <summary>The totals with one more folder.</summary>
    public PlanSummary Add(PlanFolder folder)
    {
        ArgumentNullException.ThrowIfNull(folder);
        return this with
        {
            Folders = Folders + 1,
            Files = Files + folder.Files,
            Names = Names + folder.Names,
            FreedBytes = Saturating(FreedBytes, folder.FreedBytes),
            HeldFiles = HeldFiles + folder.HeldFiles,
            DanglingLinks = DanglingLinks + folder.SymbolicLinks.Count,
        };
    }

    /// <summary>The totals with one more refusal.</summary>
    public PlanSummary Add(PlanRefusal refusal)
    {
        ArgumentNullException.ThrowIfNull(refusal);
        return refusal.IsProblem ? this with { Refusals = Refusals + 1 }
            : refusal.Reason == PlanRefusal.NothingToDo ? this with { IdleGroups = IdleGroups + 1 }
            : this;
    }

    private static long Saturating(long left, long right) =>
        left > long.MaxValue - right ? long.MaxValue : left + right;
}
