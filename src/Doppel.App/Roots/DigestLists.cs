using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.App;

/// <summary>Reads lists of digests, such as those of <c>md5sum</c>, as saved volumes.</summary>
internal static class DigestLists
{
    /// <summary>Adds all files of a list.</summary>
    /// <param name="input">The list.</param>
    /// <param name="file">The name of its file; "-" for standard input.</param>
    /// <param name="list">Receives the files.</param>
    /// <param name="withoutSize">The number of files whose size is not known.</param>
    /// <returns>What was read, for its facts about the whole list.</returns>
    /// <exception cref="ReportFormatException">It is not a list of digests.</exception>
    internal static DigestListReader Read(Stream input, string file, SavedList list, out long withoutSize)
    {
        var reader = DigestListReader.Open(input, file == "-" ? "" : Path.GetFileName(file));
        withoutSize = 0;
        while (reader.Read())
        {
            if (!list.TryAdd(reader.Path, FileOf(reader)))
            {
                string path = Quote.Name(reader.Path);
                throw new ReportFormatException(
                    reader.Line, $"{path} is not the path of a file below the folder of the list");
            }

            withoutSize += reader.Size < 0 ? 1 : 0;
        }

        return list.Algorithms.Count > 0
            ? reader
            : throw new ReportFormatException(0, "it has no digest of a file");
    }

    /// <summary>Describes what a list contains. What it says was true when it was written.</summary>
    internal static SavedDescription Describe(DigestListReader reader, string file, TimeProvider clock)
    {
        FileTime made = file == "-"
            ? FileTime.From(clock.GetUtcNow())
            : FileTime.From(File.GetLastWriteTimeUtc(file));
        return new SavedDescription
        {
            Made = reader.Made is { } told ? new FileTime(told.Seconds, told.Nanoseconds) : made,
            Roots = [new SavedRoot("/"u8.ToArray(), default, "")],
        };
    }

    private static SavedFile FileOf(DigestListReader reader)
    {
        bool isOwn = reader.Algorithm == DigestAlgorithm.Xxh3;
        return new SavedFile
        {
            Size = reader.Size < 0 ? SavedFile.UnknownSize : reader.Size,
            Modified = default,
            Digest = isOwn ? reader.Digest : null,
            Listed = reader.Algorithm is { } algorithm && !isOwn ? new ListedDigest(algorithm, reader.Digest) : null,
        };
    }
}
