using System.Security.Cryptography;

namespace Doppel.Benchmarks.Gains;

/// <summary>A search without any optimisation: one thread reads every file and hashes it with SHA-256.</summary>
internal static class NaiveSearch
{
    private const int BlockBytes = 4096;

    /// <summary>Searches all files below a folder that are not empty.</summary>
    public static GainCounts Run(string folder)
    {
        var groups = new Dictionary<string, (long Files, long Bytes)>();
        long opened = 0;
        long read = 0;
        foreach (string file in Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories))
        {
            string digest = Hash(file, out long bytes);
            opened++;
            read += bytes;
            if (bytes > 0)
            {
                groups[digest] = (groups.GetValueOrDefault(digest).Files + 1, bytes);
            }
        }

        (long Files, long Bytes)[] equal = [.. groups.Values.Where(group => group.Files > 1)];
        return new GainCounts(
            equal.Length, equal.Sum(group => group.Files - 1), equal.Sum(group => (group.Files - 1) * group.Bytes),
            opened, read);
    }

    private static string Hash(string file, out long bytes)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        using FileStream stream = new(file, FileMode.Open, FileAccess.Read, FileShare.Read, bufferSize: 0);
        byte[] block = new byte[BlockBytes];
        bytes = 0;
        for (int got; (got = stream.Read(block)) > 0; bytes += got)
        {
            hash.AppendData(block, 0, got);
        }

        return Convert.ToHexString(hash.GetHashAndReset());
    }
}
