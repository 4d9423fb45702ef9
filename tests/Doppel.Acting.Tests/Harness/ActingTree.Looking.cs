using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <content>What the files are now.</content>
public sealed partial class ActingTree
{
    /// <summary>The whole tree as text, without what differs from one run to the next.</summary>
    public string Shown() => string.Join(
        '\n',
        Look().Where(static one => !one.Key.EndsWith(".trashinfo", StringComparison.Ordinal))
            .OrderBy(static one => one.Key, StringComparer.Ordinal)
            .Select(one => $"{one.Key} {WithoutTime(one.Value)}".Replace(_tree.Folder, "T", StringComparison.Ordinal)
                .Replace(_tree.Folder[1..], "T", StringComparison.Ordinal)));

    // A link that a run makes has the time of the run. The size of an absolute one depends on the name of the tree.
    private static string WithoutTime(string entry) =>
        entry.StartsWith(nameof(EntryKind.Link), StringComparison.Ordinal)
            ? Regex.Replace(entry, @"FileTime {[^}]*}|(?<=^Link )\d+", "")
            : entry;

    /// <summary>The files of the tree that this process has open, where the system lists them.</summary>
    public string[] OpenFiles() => !Directory.Exists("/proc/self/fd") ? [] :
    [
        .. Directory.GetFiles("/proc/self/fd").Select(static fd => new FileInfo(fd).LinkTarget ?? "")
            .Where(target => target.StartsWith(_tree.Folder + "/", StringComparison.Ordinal)),
    ];

    /// <summary>What each file is by itself: its kind, size, mode, time and content.</summary>
    public Dictionary<string, string> Plain()
    {
        Dictionary<string, string> entries = [];
        foreach (string path in Directory.EnumerateFiles(_tree.Folder, "*", SearchOption.AllDirectories))
        {
            string name = Path.GetRelativePath(_tree.Folder, path);
            FileFacts facts = FactsOf(name);
            string content = facts.Kind == EntryKind.File
                ? Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(path))) : new FileInfo(path).LinkTarget!;
            entries[name] = string.Create(
                CultureInfo.InvariantCulture, $"{facts.Kind} {facts.Size} {facts.Mode} {facts.Modified} {content}");
        }

        return entries;
    }

    /// <summary>The inode of a file.</summary>
    public ulong InodeOf(string name) => FactsOf(name).Inode;

    /// <summary>The facts of a file, or of a link itself.</summary>
    public FileFacts FactsOf(string name)
    {
        VolumeError error = Volume.Stat(
            FolderHandle.None, Encoding.UTF8.GetBytes(Path.Combine(_tree.Folder, name)), LinkPolicy.Stay,
            FactFields.All, out FileFacts facts);
        Assert.False(error.Failed, name);
        return facts;
    }

    private static string ExtrasOf(string path)
    {
        VolumeError error = Volume.OpenFile(
            FolderHandle.None, Encoding.UTF8.GetBytes(path), out FileHandle file, out _);
        Assert.False(error.Failed, path);
        Assert.False(Volume.ReadExtras(file, out FileExtras extras).Failed);
        Volume.Close(file);

        // The access time changes when the tests read a file.
        return extras.Flags + string.Concat(
            extras.Attributes.Where(static one => !one.IsOfOneFile)
                .Select(static one => $" {one.Name}={Convert.ToHexString(one.Value.Span)}"));
    }

    private static string Show(Dictionary<string, string> entries) => string.Join(
        '\n',
        entries.OrderBy(static one => one.Key, StringComparer.Ordinal).Select(static one => $"{one.Key} {one.Value}"));

    // Inodes by the first name that has them, since an undo may give others the same role.
    private Dictionary<string, string> Look()
    {
        Dictionary<string, string> entries = [];
        Dictionary<ulong, string> inodes = [];
        foreach (string path in Directory.EnumerateFiles(_tree.Folder, "*", SearchOption.AllDirectories)
            .Order(StringComparer.Ordinal))
        {
            string name = Path.GetRelativePath(_tree.Folder, path);
            FileFacts facts = FactsOf(name);
            inodes.TryAdd(facts.Inode, name);
            string content = facts.Kind == EntryKind.File
                ? Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(path))) : new FileInfo(path).LinkTarget!;
            string extras = facts.Kind == EntryKind.File ? ExtrasOf(path) : "";
            entries[name] = string.Create(
                CultureInfo.InvariantCulture,
                $"{facts.Kind} {facts.Size} {facts.Mode} {facts.Owner}:{facts.Group} {facts.Modified} "
                + $"{facts.Links} {inodes[facts.Inode]} {content} {extras}");
        }

        return entries;
    }
}
