using System.Text.Json;
using Doppel.Reports;

namespace Doppel.Acting;

/// <content>Reads which file systems had the device numbers of a journal.</content>
public sealed partial class JournalReader
{
    /// <summary>
    /// Returns the zero-based part of the run that a batch belongs to. A run begins a new part whenever it is
    /// continued, and one number may mean another file system in each.
    /// </summary>
    /// <exception cref="JournalException">The journal is damaged.</exception>
    internal int PartOf(JournalBatch batch) => Index.PartOf(Index.StartOf(batch.Index));

    /// <summary>Reads all batches of a part.</summary>
    /// <exception cref="JournalException">The journal is damaged.</exception>
    internal IEnumerable<JournalBatch> BatchesOfPart(int part)
    {
        for (int i = 0; i < Index.Count; i++)
        {
            if (Index.PartOf(Index.StartOf(i)) == part)
            {
                yield return ReadBatch(i);
            }
        }
    }

    /// <summary>Reads the devices of a part. There are none in journals of earlier versions.</summary>
    /// <exception cref="JournalException">The journal is damaged.</exception>
    internal IEnumerable<JournalDevice> DevicesOfPart(int part) => Index.Devices
        .Where(at => Index.PartOf(at) == part)
        .SelectMany(at => At(at, static line =>
        {
            using JsonDocument document = JsonDocument.Parse(line);
            return (JournalDevice[])[.. document.RootElement.GetProperty("devices").EnumerateArray()
                .Select(JournalDevice.Read)];
        }))
        .Select(device => device with { Top = _moved.Now(device.Top), IsMoved = _moved.Covers(device.Top) });

    /// <summary>
    /// Reads a folder on each file system that the run has acted on. There are none in journals of earlier versions.
    /// </summary>
    /// <exception cref="JournalException">The journal is damaged.</exception>
    internal IEnumerable<ReportName> TopFolders() =>
        Enumerable.Range(0, Parts).SelectMany(DevicesOfPart).Select(static device => device.Top).Distinct();

    /// <summary>Gets the number of parts of the run.</summary>
    /// <exception cref="JournalException">The journal is damaged.</exception>
    internal int Parts => Index.Resumed.Count + 1;

    /// <summary>Reads what the journal contains about the plan beside it, part by part.</summary>
    /// <exception cref="JournalException">The journal is damaged.</exception>
    internal IEnumerable<PlanPart> PlanParts() => Index.Plans.Select(at => At(at, line =>
    {
        using JsonDocument document = JsonDocument.Parse(line);
        return new PlanPart(
            Index.PartOf(at), document.RootElement.GetProperty("bytes").GetInt64(),
            document.RootElement.GetProperty("sha256").GetString() ?? "");
    }));

    /// <summary>Reads the folders that a run has created, from the last to the first: parents come last.</summary>
    /// <returns>Each folder with the part of the run that has created it.</returns>
    /// <exception cref="JournalException">The journal is damaged.</exception>
    internal IEnumerable<(int Part, MadeFolder Folder)> FoldersCreatedFromLast() =>
        Enumerable.Reverse(Index.Created).SelectMany(at => At(at, static line =>
        {
            using JsonDocument document = JsonDocument.Parse(line);
            MadeFolder[] folders = [.. document.RootElement.GetProperty("folders").EnumerateArray().Select(MadeOf)];
            Array.Reverse(folders);
            return folders;
        }).Select(folder => (Index.PartOf(at), folder with { Path = _moved.Now(folder.Path) })));

    // A path from a journal is only used if it is absolute and plain.
    private static MadeFolder MadeOf(JsonElement folder)
    {
        ReportName path = NameOf(folder[0]);
        return PlanPaths.IsPlain(path.Bytes)
            ? new MadeFolder(path, folder[1].GetUInt64(), folder[2].GetUInt64())
            : throw new FormatException("the path of a folder is not absolute");
    }
}

/// <summary>Describes a part of the plan beside a journal. The parts follow each other in the file.</summary>
/// <param name="Of">The part of the run that has written it, see <see cref="JournalReader.PartOf"/>.</param>
/// <param name="Bytes">The length in bytes.</param>
/// <param name="Digest">The SHA-256 in hex.</param>
internal readonly record struct PlanPart(int Of, long Bytes, string Digest);
