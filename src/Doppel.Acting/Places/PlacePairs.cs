using System.Collections.Concurrent;
using Doppel.Hashing;
using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Knows which pairs of folders were probed, and what was found.</summary>
/// <remarks>Thread-safe.</remarks>
/// <param name="assumesDistinct">Whether places that cannot be told apart count as different.</param>
internal sealed class PlacePairs(bool assumesDistinct)
{
    private static readonly Step s_same =
        Step.Skip("it and its keeper are in one place under two names, so removing it would remove the keeper");

    private static readonly Step s_unknown = Step.Skip(
        "it cannot be determined whether it and its keeper are in one place under two names (--assume-distinct)");

    private readonly ConcurrentDictionary<Digest128, PlaceRelation> _known = new();
    private readonly ConcurrentDictionary<Digest128, Step> _failures = new();

    /// <summary>Returns whether the folders of two names were not probed yet.</summary>
    internal bool IsNew(ReportName from, ReportName keeper) => !_known.ContainsKey(KeyOf(from, keeper));

    /// <summary>Notes what is known about the folders of two names. Once they are one place, they stay one.</summary>
    internal void Note(ReportName from, ReportName keeper, PlaceRelation relation) => _known.AddOrUpdate(
        KeyOf(from, keeper),
        static (_, now) => now,
        static (_, before, now) => before == PlaceRelation.Same ? before : now,
        relation == PlaceRelation.Unknown && assumesDistinct ? PlaceRelation.Different : relation);

    /// <summary>Notes why the folders of two names could not be probed. They can be probed again later.</summary>
    internal void NoteFailure(ReportName from, ReportName keeper, Step why) => _failures[KeyOf(from, keeper)] = why;

    internal void ForgetFailures() => _failures.Clear();

    /// <summary>
    /// Notes that a keeper was read after the removal of a name. This tells two places apart only if both have the same
    /// name in their folders: otherwise the keeper stays in one place, too.
    /// </summary>
    internal void Trust(ReportName from, ReportName keeper)
    {
        if (from.Bytes[FolderOf(from).Length..].SequenceEqual(keeper.Bytes[FolderOf(keeper).Length..]))
        {
            _known.TryUpdate(KeyOf(from, keeper), PlaceRelation.Different, PlaceRelation.Held);
        }
    }

    /// <summary>Returns whether a removal must be taken back unless the keeper can be read after it.</summary>
    internal bool IsHeld(ReportName from, ReportName keeper) => RelationOf(from, keeper) == PlaceRelation.Held;

    /// <summary>Returns why a name must not be removed because of a keeper, or null.</summary>
    internal Step? WhyNot(ReportName from, ReportName keeper) => RelationOf(from, keeper) switch
    {
        PlaceRelation.Same => s_same,
        PlaceRelation.Unknown => s_unknown,
        _ => _failures.TryGetValue(KeyOf(from, keeper), out Step why) ? why : null,
    };

    private PlaceRelation RelationOf(ReportName from, ReportName keeper) =>
        _known.GetValueOrDefault(KeyOf(from, keeper), PlaceRelation.Different);

    private static Digest128 KeyOf(ReportName from, ReportName keeper) =>
        Xxh3.Hash128([.. FolderOf(from), 0, .. FolderOf(keeper)]);

    private static ReadOnlySpan<byte> FolderOf(ReportName name) =>
        name.Bytes[..(name.Bytes.LastIndexOf((byte)'/') + 1)];
}
