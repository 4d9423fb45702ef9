using System.Text;
using Doppel.Testing;

namespace Doppel.Volumes.Tests;

/// <summary>What a walk through a volume shows, by keys below the root, each content read.</summary>
internal sealed class S3Walk
{
    internal SortedDictionary<string, string> Files { get; } = new(StringComparer.Ordinal);

    internal SortedSet<string> Folders { get; } = new(StringComparer.Ordinal);

    internal SortedSet<string> Problems { get; } = new(StringComparer.Ordinal);

    internal List<string> Reasons { get; } = [];

    internal static S3Walk Of(S3Volume volume)
    {
        var walk = new S3Walk();
        Assert.False(volume.OpenFolder(
            FolderHandle.None, volume.RootPath.Span, LinkPolicy.Stay, out FolderHandle root, out _).Failed);
        walk.Enter(volume, root, "");
        return walk;
    }

    private void Enter(S3Volume volume, FolderHandle folder, string above)
    {
        foreach (ListedEntry entry in EntryCollector.List(volume, folder).Entries)
        {
            byte[] name = Encoding.Latin1.GetBytes(entry.Name);
            string path = above + Encoding.UTF8.GetString(name);
            if (entry.Failure.Failed)
            {
                Assert.True(Problems.Add(path), path);
                Reasons.Add($"{path}: {entry.Failure.Kind} {volume.Describe(entry.Failure)}");
            }
            else if (entry.Facts.Kind == EntryKind.Folder)
            {
                Assert.True(Folders.Add(path), path);
                Assert.False(volume.OpenFolder(
                    folder, name, LinkPolicy.Stay, out FolderHandle child, out FileFacts facts).Failed);
                Assert.Equal(entry.Facts, facts);
                Enter(volume, child, path + "/");
            }
            else
            {
                Files.Add(path, Read(volume, folder, name, entry.Facts));
            }
        }

        volume.Close(folder);
    }

    private static string Read(S3Volume volume, FolderHandle folder, byte[] name, FileFacts facts)
    {
        Assert.False(volume.Stat(folder, name, LinkPolicy.Stay, FactFields.All, out FileFacts now).Failed);
        Assert.Equal(facts, now);
        var buffer = new byte[facts.Size + 1];
        Assert.False(volume.ReadAtOnce(folder, name, buffer, out int read).Failed);
        Assert.Equal(facts.Size, read);
        return Convert.ToHexString(buffer.AsSpan(0, read));
    }
}
