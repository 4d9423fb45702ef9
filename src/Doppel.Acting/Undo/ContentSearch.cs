using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Finds a file that holds what a name held before a run.</summary>
/// <remarks>
/// It is sought in the keeper, then in the other names of the group, then where later runs have put these. What a file
/// holds is proved by the digest that the run has noted. Only where the run died before it noted one does a keeper
/// count that nobody has changed since.
/// </remarks>
internal sealed class ContentSearch(
    IChangeableVolume volume, ContentProof proof, JournalReader record, LaterRuns later)
{
    private const int NamesTriedMax = 1000;
    private const int NamesToldMax = 4;

    /// <summary>Opens a file of this content for reading.</summary>
    /// <param name="batch">The batch of the intent.</param>
    /// <param name="intent">Whose content.</param>
    /// <param name="source">The file, to be closed once, and what was tried before it.</param>
    /// <returns>What was tried where none was found; null otherwise.</returns>
    internal string? Open(JournalBatch batch, JournalIntent intent, out ContentSource source)
    {
        string digest = DigestOf(batch, intent);
        FileHandle file = FileHandle.None;
        string? nowhere = Try(
            batch, intent, name => TryOpen(name, intent, digest, out file), out string before);
        source = new ContentSource(file, digest, before);
        return nowhere;
    }

    /// <summary>Tries one name after the other under which the content may stand.</summary>
    /// <param name="batch">The batch of the intent.</param>
    /// <param name="intent">Whose content.</param>
    /// <param name="test">Says why a name is not it; null ends the search.</param>
    /// <param name="before">What was tried before the name that was it; empty if it was the first.</param>
    /// <returns>What was tried where none was it; null otherwise.</returns>
    internal string? Try(
        JournalBatch batch, JournalIntent intent, Func<ReportName, string?> test, out string before)
    {
        List<(ReportName Name, string Why)> tried = [];
        before = "";
        foreach (ReportName name in NamesFor(batch, intent).Take(NamesTriedMax))
        {
            if (test(name) is not { } why)
            {
                before = tried.Count > 0 ? Describe(tried) : "";
                return null;
            }

            tried.Add((name, why));
        }

        return $"its content is nowhere to be found; tried were {Describe(tried)}";
    }

    /// <summary>Opens the file under a name for reading.</summary>
    /// <param name="name">The absolute name.</param>
    /// <param name="file">The file, to be closed once; <see cref="FileHandle.None"/> after a failure.</param>
    /// <param name="facts">What it is.</param>
    /// <returns>Why not; null if it is open.</returns>
    internal string? Open(ReportName name, out FileHandle file, out FileFacts facts)
    {
        file = FileHandle.None;
        facts = default;
        int cut = name.Bytes.LastIndexOf((byte)'/');
        if (cut < 0)
        {
            return "it is not an absolute path";
        }

        VolumeError error = volume.OpenFolderStrictly(
            name.Bytes[..Math.Max(1, cut)], out FolderHandle folder, out _);
        if (!error.Failed)
        {
            error = volume.OpenFile(folder, name.Bytes[(cut + 1)..], out file, out facts);
            volume.Close(folder);
        }

        return error.Failed ? volume.Describe(error) : null;
    }

    /// <summary>The digest that the run has noted of the content of a name; empty where it has noted none.</summary>
    /// <remarks>Whatever was compared with the same keeper while nobody wrote to that has the same digest.</remarks>
    internal string DigestOf(JournalBatch batch, JournalIntent intent)
    {
        string own = DigestIn(batch, intent, intent);
        return own.Length > 0 || intent.Media is not null ? own
            : Around(batch, intent.Keeper).SelectMany(
                    one => one.Intents.Where(other => other.Media is null && other.Keeper == intent.Keeper
                            && Identity.SameFile(other.KeeperFacts, intent.KeeperFacts))
                        .Select(other => DigestIn(one, intent, other)))
                .FirstOrDefault(static digest => digest.Length > 0, "");
    }

    private static string DigestIn(JournalBatch batch, JournalIntent of, JournalIntent other) =>
        (of.Number == other.Number || other.Media is null)
            && batch.Outcomes.TryGetValue(other.Number, out JournalOutcome outcome) ? outcome.Digest : "";

    // The batch, and those beside it over which a keeper's group reaches.
    private IEnumerable<JournalBatch> Around(JournalBatch batch, ReportName keeper)
    {
        yield return batch;
        for (JournalBatch? at = batch; at is not null && at.Intents[0].Keeper == keeper;)
        {
            at = record.BatchAt(at.Index - 1);
            if (at is null || at.Intents[^1].Keeper != keeper)
            {
                break;
            }

            yield return at;
        }

        for (JournalBatch? at = batch; at is not null && at.Intents[^1].Keeper == keeper;)
        {
            at = record.BatchAt(at.Index + 1);
            if (at is null || at.Intents[0].Keeper != keeper)
            {
                break;
            }

            yield return at;
        }
    }

    // Other journals are read only when nothing else is left.
    private IEnumerable<ReportName> NamesFor(JournalBatch batch, JournalIntent intent)
    {
        HashSet<ReportName> seen = [];
        List<ReportName> names = [];
        foreach (ReportName name in Direct(batch, intent).Where(seen.Add))
        {
            names.Add(name);
            yield return name;
        }

        Func<ReportName, IReadOnlyList<ReportName>> ways = later.From(batch, () => names);
        for (int i = 0; i < names.Count; i++)
        {
            foreach (ReportName name in ways(names[i]).Where(seen.Add))
            {
                names.Add(name);
                yield return name;
            }
        }
    }

    private IEnumerable<ReportName> Direct(JournalBatch batch, JournalIntent intent) =>
        batch.Kept.GetValueOrDefault(intent.Keeper, []).Prepend(intent.Keeper)
            .Concat(Around(batch, intent.Keeper).SelectMany(one => OfGroup(one, intent)
                .Where(other => other.Name != intent.Name).Select(static other => other.Name)))
            .Concat(Around(batch, intent.Keeper).SelectMany(
                one => OfGroup(one, intent).SelectMany(other => one.WhereTo(record.Run.Action, other))));

    private static IEnumerable<JournalIntent> OfGroup(JournalBatch batch, JournalIntent intent) =>
        batch.Intents.Where(other => other.Keeper == intent.Keeper);

    private string? TryOpen(ReportName name, JournalIntent intent, string digest, out FileHandle file)
    {
        if (Open(name, out file, out FileFacts facts) is { } why)
        {
            return why;
        }

        bool isIt = digest.Length > 0
            ? facts.Size == intent.Facts.Size && proof.DigestOf(file, facts.Size) == digest
            : IsUnchanged(facts, intent.KeeperFacts);
        if (isIt)
        {
            return null;
        }

        volume.Close(file);
        file = FileHandle.None;
        return digest.Length > 0
            ? "it holds something else"
            : "it has changed, and the run ended before it noted what was in it";
    }

    // A run that makes links to the keeper changes its time of status change itself; schema 1 has not noted it.
    private bool IsUnchanged(in FileFacts now, in FileFacts keeper) =>
        Identity.SameFile(now, keeper) && (record.Run.Action == ActionKind.HardLink || record.Run.Schema == 1
            || now.Changed == keeper.Changed);

    private static string Describe(List<(ReportName Name, string Why)> tried)
    {
        IEnumerable<string> told = tried.Take(NamesToldMax).Select(static one => $"{one.Name} ({one.Why})");
        string more = tried.Count > NamesToldMax ? $" and {tried.Count - NamesToldMax} more" : "";
        return $"{string.Join(", ", told)}{more}";
    }
}
