using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Finds a file with the content that a name had before a run.</summary>
/// <remarks>
/// Searches the keeper, then the other names of the group, then the names to which later runs have moved these. The
/// digest that the run recorded proves the content of a file. Only if the run was interrupted before it recorded a
/// digest does an unchanged keeper count as proof.
/// </remarks>
/// <param name="volume">The volume that holds the files.</param>
/// <param name="proof">Computes digests.</param>
/// <param name="record">The journal of the run.</param>
/// <param name="devices">Reads batches of that journal with the current device numbers.</param>
/// <param name="later">Knows where later runs have moved files.</param>
/// <param name="fetcher">Downloads objects, or null if that is not possible.</param>
/// <param name="hosts">Fetches files from other machines, or null if that is not possible.</param>
internal sealed class ContentSearch(
    IChangeableVolume volume, FileProof proof, JournalReader record, DeviceNumbers devices, LaterRuns later,
    ObjectFetcher? fetcher = null, HostFetcher? hosts = null)
{
    private const int NamesTriedMax = 1000;
    private const int NamesToldMax = 4;

    /// <summary>Opens a file with the content for reading.</summary>
    /// <param name="batch">The batch of the intent.</param>
    /// <param name="intent">The intent whose content to find.</param>
    /// <param name="source">The file, which the caller must close once, and what was tried before it.</param>
    /// <returns>What was tried if no file was found, otherwise null.</returns>
    internal string? Open(JournalBatch batch, JournalIntent intent, out ContentSource source)
    {
        string digest = DigestOf(batch, intent);
        FileHandle file = FileHandle.None;
        ReportName found = default;
        string? nowhere = Try(
            batch, intent, name => TryOpen(found = name, intent, digest, out file), out string before);
        found = HostName.Is(found) || ObjectName.Is(found) ? default : found;
        source = new ContentSource(file, found, digest, before);
        return nowhere;
    }

    /// <summary>Tries the names under which the content may be found, one by one.</summary>
    /// <param name="batch">The batch of the intent.</param>
    /// <param name="intent">The intent whose content to find.</param>
    /// <param name="test">Returns why a name does not have the content. Null ends the search.</param>
    /// <param name="before">What was tried before the matching name. Empty if the first one matched.</param>
    /// <returns>What was tried if no name matched, otherwise null.</returns>
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

        return $"its content was not found; tried: {Describe(tried)}";
    }

    /// <summary>Opens the file under a name for reading.</summary>
    /// <param name="name">The absolute name.</param>
    /// <param name="file">
    /// The file, which the caller must close once, or <see cref="FileHandle.None"/> after a failure.
    /// </param>
    /// <param name="facts">The facts of the file.</param>
    /// <returns>Why the file could not be opened, or null on success.</returns>
    internal string? Open(ReportName name, out FileHandle file, out FileFacts facts)
    {
        file = FileHandle.None;
        facts = default;
        int cut = name.Bytes.LastIndexOf((byte)'/');
        if (cut < 0 || ObjectName.Is(name) || HostName.Is(name))
        {
            return "it is not the absolute path of a file";
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

    /// <summary>
    /// Returns the digest that the run recorded for the content of a name, or empty if there is none.
    /// </summary>
    /// <remarks>All files compared with the same keeper, while nobody wrote to it, have the same digest.</remarks>
    internal string DigestOf(JournalBatch batch, JournalIntent intent)
    {
        string own = intent.Digest.Length > 0 ? intent.Digest : DigestIn(batch, intent, intent);
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

    // The batch and the adjacent batches that contain the group of the keeper.
    private IEnumerable<JournalBatch> Around(JournalBatch batch, ReportName keeper)
    {
        yield return batch;
        for (JournalBatch? at = batch; at is not null && at.Intents[0].Keeper == keeper;)
        {
            at = devices.BatchAt(at.Index - 1);
            if (at is null || at.Intents[^1].Keeper != keeper)
            {
                break;
            }

            yield return at;
        }

        for (JournalBatch? at = batch; at is not null && at.Intents[^1].Keeper == keeper;)
        {
            at = devices.BatchAt(at.Index + 1);
            if (at is null || at.Intents[0].Keeper != keeper)
            {
                break;
            }

            yield return at;
        }
    }

    // Other journals are read only as a last resort.
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

    private string? TryOpenObject(ReportName name, JournalIntent intent, string digest, out FileHandle file)
    {
        file = FileHandle.None;
        if (fetcher is null)
        {
            return "it is in a bucket, and no server is known";
        }

        if (fetcher.Open(name, intent, isCompared: digest.Length > 0, out bool isKeeper, out file) is { } why)
        {
            return why;
        }

        if (digest.Length > 0 ? proof.DigestOf(file, intent.Facts.Size) == digest : isKeeper)
        {
            return null;
        }

        volume.Close(file);
        file = FileHandle.None;
        return "it has different content";
    }

    private string? TryFetch(ReportName name, JournalIntent intent, string digest, out FileHandle file)
    {
        file = FileHandle.None;
        if (hosts is null || digest.Length == 0)
        {
            return "it is on another machine, and what its content has to be is not recorded";
        }

        if (hosts.Open(name, out file) is { } why)
        {
            return why;
        }

        if (!volume.Stat(file, out FileFacts facts).Failed && facts.Size == intent.Facts.Size
            && proof.DigestOf(file, facts.Size) == digest)
        {
            return null;
        }

        volume.Close(file);
        file = FileHandle.None;
        return "it has different content";
    }

    private string? TryOpen(ReportName name, JournalIntent intent, string digest, out FileHandle file)
    {
        if (HostName.Is(name))
        {
            return TryFetch(name, intent, digest, out file);
        }

        if (ObjectName.Is(name))
        {
            return TryOpenObject(name, intent, digest, out file);
        }

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
            ? "it has different content"
            : "it has changed, and the run ended before it recorded the content";
    }

    // A run that creates hard links to the keeper changes the keeper's status change time itself.
    private bool IsUnchanged(in FileFacts now, in FileFacts keeper) => Identity.SameFile(now, keeper)
        && (record.Run.Action == ActionKind.HardLink || now.Changed == keeper.Changed);

    private static string Describe(List<(ReportName Name, string Why)> tried)
    {
        IEnumerable<string> told = tried.Take(NamesToldMax).Select(static one => $"{one.Name} ({one.Why})");
        string more = tried.Count > NamesToldMax ? $" and {tried.Count - NamesToldMax} more" : "";
        return $"{string.Join(", ", told)}{more}";
    }
}

/// <summary>An open file from which a lost file can be rebuilt.</summary>
/// <param name="File">The file, or <see cref="FileHandle.None"/> if there is none.</param>
/// <param name="Name">Its name. Empty if it was downloaded.</param>
/// <param name="Digest">The recorded SHA-256 that proved its content. Empty if none was recorded.</param>
/// <param name="Before">
/// The sources that did not have the content, with the reasons. Empty if the first one did.
/// </param>
internal readonly record struct ContentSource(FileHandle File, ReportName Name, string Digest, string Before);
