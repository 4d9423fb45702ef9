using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace Doppel.EndToEnd.Harness;

/// <summary>Keepers and duplicates on two disks that lose their power together, and a memory of how all was.</summary>
internal sealed class CutTrial : IDisposable
{
    private const int Groups = 24;

    private readonly WriteLog _log = new();
    private readonly LoggedDisk[] _disks;
    private readonly string _action;
    private readonly string _state;
    private readonly List<(string Keeper, string Name)> _names = [];
    private readonly DiskContents _full;
    private readonly string _before;

    /// <summary>Makes the disks and their trees. Skips where that is not allowed.</summary>
    /// <param name="fileSystem">That of both disks.</param>
    /// <param name="action">The command, and where to move to: <c>move 1</c> is the second disk.</param>
    /// <param name="journal">The number of the disk that has the journal.</param>
    public CutTrial(string fileSystem, string action, int journal)
    {
        _disks = [new LoggedDisk(fileSystem, _log, 0), new LoggedDisk(fileSystem, _log, 1)];
        _action = action;
        _state = $"{_disks[journal].Folder}/state";
        Fill();
        _before = Look();
        Tool.Run("sync", "-f", _disks[0].Folder).MustSucceed();
        Tool.Run("sync", "-f", _disks[1].Folder).MustSucceed();
        _full = new DiskContents([.. _disks.Select(static disk => disk.Blocks)], 0);
    }

    /// <summary>How the disks are before a run.</summary>
    public DiskContents Full => _full;

    private string Target => $"{_disks[_action.EndsWith('1') ? 1 : 0].Folder}/to";

    /// <summary>Mounts the disks anew with this content.</summary>
    public void StartFrom(DiskContents contents)
    {
        for (int i = 0; i < _disks.Length; i++)
        {
            _disks[i].StartFrom(contents.Blocks[i]);
        }
    }

    /// <summary>Runs a command while other programs flush files of their own, and returns what it wrote.</summary>
    /// <remarks>What others flush brings parts of what the command has done to the disk, and others not.</remarks>
    public CutRecord Record(string command, Random random)
    {
        DiskContents start = _log.Start(() => new DiskContents([.. _disks.Select(static disk => disk.Blocks)], 0));
        using ChildProcess child = ChildProcess.Start(StartOf(command));
        for (int flushes = random.Next(6); flushes > 0 && child.Runs; flushes--)
        {
            int next = _log.Count + random.Next(1, 40);
            SpinWait.SpinUntil(() => _log.Count >= next || !child.Runs);
            string other = $"{_disks[random.Next(2)].Folder}/other";
            using FileStream file = new(other, FileMode.OpenOrCreate, FileAccess.Write, FileShare.ReadWrite);
            file.WriteByte((byte)random.Next(256));
            file.Flush(flushToDisk: true);
        }

        ProcessEnd end = child.WaitForEnd();
        return new CutRecord(start, _log.Stop(), end);
    }

    /// <summary>Runs a command to its end: that of the trial, undo or resume.</summary>
    public ProcessEnd Run(string command) => Tool.Run(StartOf(command));

    /// <summary>Each content that was there has a name, be it a temporary one.</summary>
    public void AssertNothingLost(string about)
    {
        HashSet<string> there =
            [.. Files().Where(static path => new FileInfo(path).LinkTarget is null).Select(DigestOf)];
        int[] lost =
        [
            .. Enumerable.Range(0, Groups).Where(i => !there.Contains(Digest(Encoding.ASCII.GetBytes(Content(i))))),
        ];
        Assert.True(lost.Length == 0, $"{about}: lost {string.Join(' ', lost)}");
    }

    /// <summary>Returns the names on which the action is not done.</summary>
    public IReadOnlyList<string> Remaining() =>
        [.. _names.Where(one => !IsDone(one.Keeper, one.Name)).Select(static one => one.Name)];

    /// <summary>Whether each name is as before the run, with its content, times, mode and links; and nothing is left.
    /// </summary>
    public bool IsAsBefore(out string difference)
    {
        string now = Look();
        string[] before = _before.Split('\n');
        string[] after = now.Split('\n');
        difference = string.Join('\n', before.Except(after).Select(static line => "- " + line)
            .Concat(after.Except(before).Select(static line => "+ " + line)));
        return now == _before;
    }

    public void Dispose()
    {
        foreach (LoggedDisk disk in _disks)
        {
            disk.Dispose();
        }
    }

    private ProcessStart StartOf(string command)
    {
        string[] words = command == "act" ? _action.Split(' ') : [command];
        ByteName[] to = words[0] == "move" ? ["--to", Target] : [];
        ByteName[] arguments = command != "act" ? ["--yes"] :
        [
            .. words.Skip(1).Where(static word => word[0] == '-').Select(static word => (ByteName)word),
            .. to,
            "--yes", "--reference", $"{_disks[0].Folder}/k",
            .. _disks.Select(static disk => (ByteName)$"{disk.Folder}/d"),
        ];
        return DoppelProgram.Start([words[0], .. arguments]).WithState(_state);
    }

    private void Fill()
    {
        foreach (LoggedDisk disk in _disks)
        {
            Directory.CreateDirectory($"{disk.Folder}/state");
            Directory.CreateDirectory($"{disk.Folder}/to");
            Directory.CreateDirectory($"{disk.Folder}/d");
        }

        // Links cannot lead to another disk, and blocks are not shared with one.
        bool takesBoth = _action is not ("link" or "reflink");
        for (int i = 0; i < Groups; i++)
        {
            string keeper = Add(0, $"k/{i % 3}/{i}", i);
            for (int copy = 0; copy < 1 + (i % 2); copy++)
            {
                int disk = takesBoth && i % 5 == 0 ? 1 : 0;
                string name = $"d/{i % 4}/{i}-{copy}";
                _names.Add((keeper, Add(disk, name, i)));
                if (i % 3 == 0)
                {
                    string again = $"{_disks[disk].Folder}/d/{(i + 1) % 4}/{i}-{copy} again";
                    Directory.CreateDirectory(Path.GetDirectoryName(again)!);
                    Tool.Run("ln", $"{_disks[disk].Folder}/{name}", again).MustSucceed();
                    _names.Add((keeper, again));
                }
            }
        }

    }

    private string Add(int disk, string path, int number)
    {
        string name = $"{_disks[disk].Folder}/{path}";
        Directory.CreateDirectory(Path.GetDirectoryName(name)!);
        ChildProcess.WhileNoneStarts(() => File.WriteAllText(name, Content(number)));
        int hours = (2 * _names.Count) + (path[0] == 'k' ? 0 : 1);
        File.SetLastWriteTimeUtc(name, new DateTime(2001, 1, 1, 2, 3, 4, DateTimeKind.Utc).AddHours(hours));
        return name;
    }

    private bool IsDone(string keeper, string name) => _action.Split(' ') switch
    {
        ["link"] => FileLook.Inode(FileLook.Terminated(name)) == FileLook.Inode(FileLook.Terminated(keeper)),
        ["link", ..] => new FileInfo(name).LinkTarget is not null && DigestOf(name) == DigestOf(keeper),
        ["reflink"] => new FileInfo(name).Length < 50_000 || Extents(name) == Extents(keeper),
        _ => !File.Exists(name),
    };

    // Where the blocks are, without the first lines and the names.
    private static string Extents(string path) => string.Join('\n', Tool.Run("filefrag", "-v", path).MustSucceed()
        .OutputText.Split('\n').Where(static line => line.Contains("..", StringComparison.Ordinal))
        .Select(static line => line.Split(':')[2]));

    private IEnumerable<string> Files() => _disks.SelectMany(static disk =>
        Directory.EnumerateFiles(disk.Folder, "*", new EnumerationOptions
        {
            RecurseSubdirectories = true,
            AttributesToSkip = 0,
        }));

    // Journals are no part of it, nor what other programs write.
    private string Look()
    {
        var text = new StringBuilder();
        foreach (LoggedDisk disk in _disks)
        {
            Dictionary<ulong, string> inodes = [];
            foreach (string path in Directory.EnumerateFileSystemEntries(disk.Folder, "*", new EnumerationOptions
            {
                RecurseSubdirectories = true,
                AttributesToSkip = 0,
            }).Order(StringComparer.Ordinal))
            {
                string name = path[disk.Folder.Length..];
                if (IsOfTree(name, path))
                {
                    text.AppendLine(CultureInfo.InvariantCulture, $"{path} {Describe(path, inodes)}");
                }
            }
        }

        return text.ToString();
    }

    private static bool IsOfTree(string name, string path)
    {
        string first = name.Split('/')[1];
        return first switch
        {
            "k" or "d" => true,
            "state" or "other" or "lost+found" => false,
            // Folders of the trash stay, and those to move to may stay after a power cut.
            _ => !Directory.Exists(path),
        };
    }

    private static string Describe(string path, Dictionary<ulong, string> inodes)
    {
        var file = new FileInfo(path);
        if (file.LinkTarget is { } target)
        {
            return $"-> {target}";
        }

        if (!file.Exists)
        {
            return $"folder {file.UnixFileMode}";
        }

        ulong inode = FileLook.Inode(FileLook.Terminated(path));
        inodes.TryAdd(inode, path);
        return $"{file.Length} {file.UnixFileMode} {file.LastWriteTimeUtc:O} {inodes[inode]} {DigestOf(path)}";
    }

    // Of three lengths: within an inode, a block, many blocks.
    private static string Content(int number) => $"{number} " + new string('x', (number % 3) switch
    {
        0 => 20,
        1 => 3000,
        _ => 70_000,
    });

    private static string DigestOf(string path) => Digest(File.ReadAllBytes(path));

    private static string Digest(byte[] content) => Convert.ToHexString(SHA256.HashData(content));
}
