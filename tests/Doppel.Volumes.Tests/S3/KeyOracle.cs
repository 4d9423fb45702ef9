using Doppel.S3.Server;

namespace Doppel.Volumes.Tests;

/// <summary>What a bucket should look like, decided key by key from their texts.</summary>
internal sealed class KeyOracle
{
    internal KeyOracle(MemoryS3 memory, string bucket)
    {
        IReadOnlyList<string> keys = memory.Keys(bucket);
        foreach (string key in keys)
        {
            byte[] content = memory.Find(bucket, key)!.Body;
            string[] names = key.Split('/');
            bool isMarker = names.Length > 1 && names[^1].Length == 0;
            string[] needed = isMarker ? names[..^1] : names;
            int bad = Array.FindIndex(needed, static name => name is "" or "." or "..");
            int sound = bad < 0 ? needed.Length : bad;
            int folders = Math.Min(sound, names.Length - 1);
            for (int depth = 1; depth <= folders; depth++)
            {
                Folders.Add(string.Join('/', names[..depth]));
            }

            bool hasChildren = keys.Any(other => other.StartsWith(key + "/", StringComparison.Ordinal));
            bool isTaken = isMarker ? content.Length > 0 : hasChildren;
            if (bad >= 0 || isTaken)
            {
                Problems.Add(key);
            }
            else if (isMarker)
            {
                Markers++;
            }
            else
            {
                Files.Add(key, Convert.ToHexString(content));
            }
        }
    }

    internal SortedDictionary<string, string> Files { get; } = new(StringComparer.Ordinal);

    internal SortedSet<string> Folders { get; } = new(StringComparer.Ordinal);

    internal SortedSet<string> Problems { get; } = new(StringComparer.Ordinal);

    /// <summary>Empty objects that are folders and nothing else.</summary>
    internal int Markers { get; }
}
