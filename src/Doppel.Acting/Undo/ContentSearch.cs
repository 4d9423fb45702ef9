using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Finds a file that holds what a name held before a run.</summary>
/// <remarks>
/// It is sought in the keeper, then in the other names of the group, then where later runs have put these. What a file
/// holds is proved by the digest that the run has noted, or it is the keeper and nobody has written to it since.
/// </remarks>
internal sealed class ContentSearch(
    IChangeableVolume volume, ContentProof proof, JournalRecord record, LaterRuns later)
{
    private const int NamesTriedMax = 1000;
    private const int NamesToldMax = 4;

    private readonly ILookup<ReportName, JournalIntent> _groups =
        record.Intents.ToLookup(static intent => intent.Keeper);

    /// <summary>Opens a file of this content for reading.</summary>
    /// <param name="intent">Whose content.</param>
    /// <param name="file">The file, to be closed once; <see cref="FileHandle.None"/> where there is none.</param>
    /// <returns>What was tried where none was found; null otherwise.</returns>
    internal string? Open(JournalIntent intent, out FileHandle file)
    {
        string digest = DigestOf(intent);
        FileHandle found = FileHandle.None;
        string? nowhere = Try(intent, name => TryOpen(name, intent, digest, out found));
        file = found;
        return nowhere;
    }

    /// <summary>Tries one name after the other under which the content may stand.</summary>
    /// <param name="intent">Whose content.</param>
    /// <param name="test">Says why a name is not it; null ends the search.</param>
    /// <returns>What was tried where none was it; null otherwise.</returns>
    internal string? Try(JournalIntent intent, Func<ReportName, string?> test)
    {
        List<(ReportName Name, string Why)> tried = [];
        foreach (ReportName name in NamesFor(intent).Take(NamesTriedMax))
        {
            if (test(name) is not { } why)
            {
                return null;
            }

            tried.Add((name, why));
        }

        return Describe(tried);
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
        VolumeError error = volume.OpenFolderStrictly(
            name.Bytes[..Math.Max(1, cut)], out FolderHandle folder, out _);
        if (!error.Failed)
        {
            error = volume.OpenFile(folder, name.Bytes[(cut + 1)..], out file, out facts);
            volume.Close(folder);
        }

        return error.Failed ? volume.Describe(error) : null;
    }

    // Other journals are read only when nothing else is left.
    private IEnumerable<ReportName> NamesFor(JournalIntent intent)
    {
        HashSet<ReportName> seen = [];
        List<ReportName> names = [];
        IEnumerable<ReportName> direct = record.Kept.GetValueOrDefault(intent.Keeper, []).Prepend(intent.Keeper)
            .Concat(_groups[intent.Keeper].Where(other => other.Name != intent.Name).Select(static other => other.Name))
            .Concat(_groups[intent.Keeper].SelectMany(record.WhereTo));
        foreach (ReportName name in direct.Where(seen.Add))
        {
            names.Add(name);
            yield return name;
        }

        for (int i = 0; i < names.Count; i++)
        {
            foreach (ReportName name in later.From(names[i]).Where(seen.Add))
            {
                names.Add(name);
                yield return name;
            }
        }
    }

    // Whatever was compared with the same keeper while nobody wrote to that has the same digest.
    private string DigestOf(JournalIntent intent) =>
        _groups[intent.Keeper].Prepend(intent)
            .Where(other => other.Media is null && Identity.SameFile(other.KeeperFacts, intent.KeeperFacts))
            .Select(other => record.Outcomes.TryGetValue(other.Number, out JournalOutcome outcome)
                ? outcome.Digest : "")
            .FirstOrDefault(static digest => digest.Length > 0, "");

    private string? TryOpen(ReportName name, JournalIntent intent, string digest, out FileHandle file)
    {
        if (Open(name, out file, out FileFacts facts) is { } why)
        {
            return why;
        }

        bool isKeeper = Identity.SameFile(facts, intent.KeeperFacts);
        if (isKeeper || (facts.Size == intent.Facts.Size && digest.Length > 0
            && proof.DigestOf(file, facts.Size) == digest))
        {
            return null;
        }

        volume.Close(file);
        file = FileHandle.None;
        return digest.Length > 0
            ? "it holds something else"
            : "it has changed, and the run ended before it noted what was in it";
    }

    private static string Describe(List<(ReportName Name, string Why)> tried)
    {
        IEnumerable<string> told = tried.Take(NamesToldMax).Select(static one => $"{one.Name} ({one.Why})");
        string more = tried.Count > NamesToldMax ? $" and {tried.Count - NamesToldMax} more" : "";
        return $"its content is nowhere to be found; tried were {string.Join(", ", told)}{more}";
    }
}
