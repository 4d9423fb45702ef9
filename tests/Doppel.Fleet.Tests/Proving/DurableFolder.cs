namespace Doppel.Fleet.Tests;

/// <summary>What of a machine's files is on the disk, and what is in memory alone.</summary>
internal sealed class DurableFolder
{
    private readonly Dictionary<ulong, byte[]> _contents = [];
    private Dictionary<string, ulong> _names = [];

    internal void Sync(ulong inode, byte[] content) => _contents[inode] = content;

    internal void Sync(Dictionary<string, ulong> names) => _names = names;

    /// <summary>Loses what was not flushed: all of it, nothing, or only what was written to files.</summary>
    internal void LoseUnsynced(string folder, Random random)
    {
        if (!Directory.Exists(folder) || random.Next(3) == 0)
        {
            return;
        }

        bool keepsNames = random.Next(2) == 0;
        Dictionary<string, byte[]> left = keepsNames
            ? Directory.GetFiles(folder).ToDictionary(
                static file => file, file => _names.TryGetValue(Path.GetFileName(file), out ulong inode)
                    ? Padded(_contents.GetValueOrDefault(inode) ?? [], new FileInfo(file).Length)
                    : File.ReadAllBytes(file))
            : _names.ToDictionary(
                one => $"{folder}/{one.Key}", one => _contents.GetValueOrDefault(one.Value) ?? []);
        Directory.GetFiles(folder).ToList().ForEach(File.Delete);
        foreach ((string file, byte[] content) in left)
        {
            File.WriteAllBytes(file, content);
            File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        }
    }

    // A length may have arrived without its blocks.
    private static byte[] Padded(byte[] content, long length)
    {
        byte[] padded = new byte[Math.Max(content.Length, length)];
        content.CopyTo(padded, 0);
        return padded;
    }
}
