using System.Diagnostics;
using System.Globalization;

namespace Doppel.Benchmarks.S3Memory.Limits;

/// <summary>
/// A limit of memory for one process: a control group of the kernel where this process may make one, else a limit of
/// .NET for its heap alone.
/// </summary>
internal sealed class MemoryLimit : IDisposable
{
    /// <summary>The limit: 256 MiB.</summary>
    public const long Bytes = 256L << 20;

    private readonly string? _folder;
    private readonly bool _isUnified;

    private MemoryLimit(string? folder, bool isUnified)
    {
        _folder = folder;
        _isUnified = isUnified;
    }

    /// <summary>What limits, for a page.</summary>
    public string Name => (_folder, _isUnified) switch
    {
        (null, _) => "the heap limit of .NET (DOTNET_GCHeapHardLimit), without a control group",
        (_, true) => "a control group (v2, memory.max)",
        (_, false) => "a control group (v1, memory.limit_in_bytes)",
    };

    /// <summary>The most that the group ever had, file cache included; null without a group.</summary>
    public long? PeakBytes => _folder is not null && long.TryParse(Text(PeakFile), out long peak) ? peak : null;

    /// <summary>How often the kernel killed in it.</summary>
    public long Kills => _folder is null ? 0 : Field(KillsFile, "oom_kill");

    private string PeakFile => _isUnified ? "memory.peak" : "memory.max_usage_in_bytes";

    private string KillsFile => _isUnified ? "memory.events" : "memory.oom_control";

    /// <summary>Makes one.</summary>
    public static MemoryLimit Create()
    {
        if (UnifiedParent() is { } unified && TryMake(unified, "memory.max", "memory.swap.max", "0") is { } second)
        {
            return new MemoryLimit(second, isUnified: true);
        }

        string limit = Bytes.ToString(CultureInfo.InvariantCulture);
        return FirstParent() is { } parent
            && TryMake(parent, "memory.limit_in_bytes", "memory.memsw.limit_in_bytes", limit) is { } first
            ? new MemoryLimit(first, isUnified: false)
            : new MemoryLimit(folder: null, isUnified: false);
    }

    /// <summary>How to start a program so that the limit holds from its first instruction.</summary>
    public ProcessStartInfo Start(string program, IReadOnlyList<string> arguments)
    {
        if (_folder is null)
        {
            var limited = new ProcessStartInfo(program, arguments);
            limited.Environment["DOTNET_GCHeapHardLimit"] = Bytes.ToString("X", CultureInfo.InvariantCulture);
            return limited;
        }

        const string Enter = "echo $$ >\"$0/cgroup.procs\" && exec \"$@\"";
        return new ProcessStartInfo("/bin/sh", ["-c", Enter, _folder, program, .. arguments]);
    }

    /// <summary>Removes the group; its process has ended.</summary>
    public void Dispose()
    {
        if (_folder is not null)
        {
            Directory.Delete(_folder);
        }
    }

    // Groups of version 2 that hold processes give no controllers to others below; the root is no such.
    private static string? UnifiedParent() => MountPoint("cgroup2", option: null) is { } root
        && File.Exists(Path.Combine(root, "cgroup.subtree_control"))
        && File.ReadAllText(Path.Combine(root, "cgroup.subtree_control")).Split(' ', '\n').Contains("memory")
            ? root
            : null;

    private static string? FirstParent()
    {
        if (MountPoint("cgroup", "memory") is not { } root)
        {
            return null;
        }

        string? own = File.ReadLines("/proc/self/cgroup").Select(line => line.Split(':', 3))
            .FirstOrDefault(fields => fields[1].Split(',').Contains("memory"))?[2];
        string below = root + own;
        return Directory.Exists(below) ? below : root;
    }

    // proc_pid_mountinfo(5): the mount point is the fifth field; behind a dash the type, the source and its options.
    private static string? MountPoint(string type, string? option) => !File.Exists("/proc/self/mountinfo") ? null
        : File.ReadLines("/proc/self/mountinfo")
            .Select(line => (Place: line.Split(' ')[4], Kind: line.Split(" - ")[1].Split(' ')))
            .FirstOrDefault(mount => mount.Kind[0] == type
                && (option is null || mount.Kind[2].Split(',').Contains(option))).Place;

    private static string? TryMake(string parent, string limitFile, string swapFile, string swap)
    {
        string folder = Path.Combine(
            parent, string.Create(CultureInfo.InvariantCulture, $"doppel-bench-{Environment.ProcessId}"));
        try
        {
            Directory.CreateDirectory(folder);
            File.WriteAllText(
                Path.Combine(folder, limitFile), Bytes.ToString(CultureInfo.InvariantCulture));
            if (File.Exists(Path.Combine(folder, swapFile)))
            {
                File.WriteAllText(Path.Combine(folder, swapFile), swap);
            }

            return folder;
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            if (Directory.Exists(folder))
            {
                Directory.Delete(folder);
            }

            return null;
        }
    }

    private string Text(string file) =>
        File.Exists(Path.Combine(_folder!, file)) ? File.ReadAllText(Path.Combine(_folder!, file)) : "";

    private long Field(string file, string name) => Text(file).Split('\n').Select(line => line.Split(' '))
        .Where(words => words.Length == 2 && words[0] == name)
        .Select(words => long.Parse(words[1], CultureInfo.InvariantCulture)).FirstOrDefault();
}
