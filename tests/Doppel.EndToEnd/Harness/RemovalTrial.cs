using System.Globalization;
using System.Security.Cryptography;
using System.Text.RegularExpressions;
using Doppel.S3.Server;

namespace Doppel.EndToEnd.Harness;

/// <summary>
/// A random folder, a random bucket, a command that removes some of what they hold, and an oracle that knows what has
/// to be there after the command was undone.
/// </summary>
internal sealed partial class RemovalTrial : IAsyncDisposable
{
    private const string Prefix = "some/";

    // The journal keeps the content of objects up to this size, where the bucket keeps no version of them.
    private const int ObjectBytesKept = 64 * 1024;

    private static readonly string?[] s_versionings = ["Enabled", null, "Suspended"];

    private readonly TempTree _tree = new();
    private readonly TempTree _home = new();
    private readonly Random _random;
    private readonly string? _versioning;
    private readonly List<byte[]> _contents = [];
    private readonly SortedDictionary<string, Look> _files;
    private readonly SortedDictionary<string, Look> _objects;

    /// <summary>Makes a trial.</summary>
    /// <param name="seed">Decides about everything: the same seed makes the same trial.</param>
    public RemovalTrial(int seed)
    {
        _random = new Random(seed);
        Command = Commands[seed % Commands.Count];
        _versioning = s_versionings[(seed + (seed / Commands.Count)) % s_versionings.Length];
        About = $"seed {seed}, doppel {Command}, versions {_versioning ?? "off"}";
        Fill();
        _files = Files();
        _objects = Objects();
    }

    /// <summary>The commands of all trials.</summary>
    public static IReadOnlyList<string> Commands { get; } =
    [
        "s3 sync --delete --yes s3://bucket/some disk",
        "s3 sync --delete --yes disk s3://bucket/some",
        "s3 rm -r --yes s3://bucket/some",
        "delete --yes --reference disk s3://bucket",
        "delete --yes s3://bucket",
        "delete --yes --reference s3://bucket disk",
        "s3 sync --delete --permanent --yes s3://bucket/some disk",
    ];

    /// <summary>The seed and the command, for messages.</summary>
    public string About { get; }

    /// <summary>The command.</summary>
    public string Command { get; }

    /// <summary>Where the bucket is.</summary>
    public FaultyS3 S3 { get; } = new();

    /// <summary>Whether files go rather than objects.</summary>
    public bool RemovesFiles => Command.EndsWith(" disk", StringComparison.Ordinal);

    /// <summary>Whether an interrupted run of the command has a plan that <c>doppel resume</c> finishes.</summary>
    public bool HasPlan => Command.StartsWith("delete", StringComparison.Ordinal);

    /// <summary>The IDs of all runs so far.</summary>
    public IReadOnlyList<string> Runs => Directory.Exists($"{_home["state/doppel/journal"]}")
        ? [.. Directory.GetFiles($"{_home["state/doppel/journal"]}", "*.jsonl").Order(StringComparer.Ordinal)
            .Select(static path => Path.GetFileNameWithoutExtension(path))]
        : [];

    private bool IsDownload => Command.StartsWith("s3 sync", StringComparison.Ordinal) && RemovesFiles;

    private bool IsUpload => Command.StartsWith("s3 sync", StringComparison.Ordinal) && !RemovesFiles;

    /// <summary>Returns how many names that were there are gone.</summary>
    public int CountGone() => RemovesFiles
        ? _files.Keys.Count(name => !File.Exists($"{_tree["disk"]}/{name}"))
        : _objects.Keys.Except(S3.Memory.Keys(FaultyS3.Bucket), StringComparer.Ordinal).Count();

    /// <summary>Returns how to start the command of the trial.</summary>
    public ProcessStart Start() => Start(Command.Split(' '));

    /// <summary>Returns how to start any command in the place of the trial.</summary>
    public ProcessStart Start(params string[] arguments)
    {
        ProcessStart start = S3.StartAny([.. arguments.Select(static one => (ByteName)one)]);
        return start with
        {
            Folder = _tree.Folder,
            Environment = new Dictionary<string, string?>(start.Environment)
            {
                ["XDG_STATE_HOME"] = $"{_home["state"]}",
                ["XDG_DATA_HOME"] = $"{_home["data"]}",
            },
        };
    }

    /// <summary>Checks that the command has announced exactly as many objects as cannot be brought back.</summary>
    /// <param name="told">What the command has printed.</param>
    public void CheckAnnounced(string told)
    {
        Match some = LostText().Match(told);
        int announced = some.Success
            ? int.Parse(some.Groups[1].Value, NumberStyles.AllowThousands, CultureInfo.InvariantCulture)
            : 0;
        bool isAll = told.Contains("This cannot be undone", StringComparison.Ordinal);
        string[] lost = [.. _objects.Where(one => IsFinal(one.Key, one.Value)).Select(static one => one.Key)];
        int gone = _objects.Keys.Count(IsToGo);
        Assert.True(
            RemovesFiles || (isAll ? gone : announced) == lost.Length,
            $"{About}: {lost.Length} of {gone} objects cannot be brought back, but it said: {told}");
    }

    /// <summary>Returns the names that the journals of runs mark as lost.</summary>
    public HashSet<string> ReadLost(IEnumerable<string> runs)
    {
        string root = RemovesFiles ? $"{_tree["disk"]}/" : $"s3://{FaultyS3.Bucket}/";
        return
        [
            .. from run in runs
            from line in Tool.Run(Start("journal", "show", run)).OutputText.Split('\n')
            where line.Contains("'  cannot be brought back", StringComparison.Ordinal)
            select line.Split('\'')[1][root.Length..],
        ];
    }

    /// <summary>
    /// Checks after an undo that all is there as before, and nothing else: no name is missing but those of the journal
    /// that were announced, and nothing is left of the run.
    /// </summary>
    /// <param name="lost">The names that the journal marks as lost.</param>
    public void CheckUndone(IReadOnlySet<string> lost)
    {
        bool isFinal = Command.Contains("--permanent", StringComparison.Ordinal);
        string[] more = RemovesFiles
            ? [.. lost.Where(name => !isFinal || !_files.ContainsKey(name))]
            : [.. lost.Where(key => !_objects.TryGetValue(key, out Look look) || !IsFinal(key, look))];
        string[] trash = Directory.Exists($"{_home["data/Trash"]}")
            ? Directory.GetFiles($"{_home["data/Trash"]}", "*", SearchOption.AllDirectories)
            : [];
        string[] wrong =
        [
            .. more.Select(static name => $"{name} counts as lost, which was not announced"),
            .. trash.Select(static path => $"{path} is left in the trash"),
            .. Differences(
                _files, Files(), IsDownload ? Below(_objects) : [], RemovesFiles ? lost : new HashSet<string>()),
            .. Differences(
                _objects, Objects(), IsUpload ? Above(_files) : [],
                RemovesFiles ? new HashSet<string>() : lost),
        ];
        Assert.True(wrong.Length == 0, $"{About}:\n{string.Join('\n', wrong)}");
    }

    public async ValueTask DisposeAsync()
    {
        await S3.DisposeAsync();
        _tree.Dispose();
        _home.Dispose();
    }

    // What a synchronization transfers is the old content or the new one.
    private static IEnumerable<string> Differences(
        SortedDictionary<string, Look> before, SortedDictionary<string, Look> now,
        Dictionary<string, string> source, IReadOnlySet<string> lost)
    {
        foreach ((string name, Look look) in before)
        {
            if (!now.TryGetValue(name, out Look here))
            {
                if (!lost.Contains(name))
                {
                    yield return $"{name} is missing";
                }
            }
            else if (here != look && here.Digest != source.GetValueOrDefault(name))
            {
                yield return $"{name}: {here} instead of {look}";
            }
        }

        foreach ((string name, Look look) in now.Where(one => !before.ContainsKey(one.Key)))
        {
            if (look.Digest != source.GetValueOrDefault(name))
            {
                yield return $"{name} is new";
            }
        }
    }

    private static Dictionary<string, string> Below(SortedDictionary<string, Look> objects) => objects
        .Where(static one => one.Key.StartsWith(Prefix, StringComparison.Ordinal))
        .ToDictionary(static one => one.Key[Prefix.Length..], static one => one.Value.Digest);

    private static Dictionary<string, string> Above(SortedDictionary<string, Look> files) =>
        files.ToDictionary(static one => Prefix + one.Key, static one => one.Value.Digest);

    private static string DigestOf(byte[] content) => Convert.ToHexString(SHA256.HashData(content));

    [GeneratedRegex(@"([\d,]+) of them cannot be brought back")]
    private static partial Regex LostText();

    // Whether a command that removes objects although no copy of them stays removes this one.
    private bool IsToGo(string key) => !HasPlan && !RemovesFiles && key.StartsWith(Prefix, StringComparison.Ordinal)
        && !(IsUpload && _files.ContainsKey(key[Prefix.Length..]));

    private bool IsFinal(string key, in Look look) => IsToGo(key) && look.Size > ObjectBytesKept
        && (_versioning is null || (_versioning == "Suspended" && look.Version == "null"));

    // An unfinished download stays beside its file, so that the next one can continue it.
    private SortedDictionary<string, Look> Files()
    {
        string root = $"{_tree["disk"]}";
        return new SortedDictionary<string, Look>(
            Tool.Run("find", root, "-type", "f", "-printf", "%P\\t%m %T@ %n %U:%G\\n").MustSucceed().OutputText
                .Split('\n', StringSplitOptions.RemoveEmptyEntries)
                .Select(static line => line.Split('\t'))
                .Where(static parts => !parts[0].EndsWith(".s3part", StringComparison.Ordinal))
                .ToDictionary(static parts => parts[0], parts => LookOf(parts[1], $"{root}/{parts[0]}")),
            StringComparer.Ordinal);

        static Look LookOf(string facts, string path)
        {
            byte[] content = File.ReadAllBytes(path);
            return new Look(facts, content.Length, DigestOf(content), "");
        }
    }

    private SortedDictionary<string, Look> Objects() => new(
        S3.Memory.Keys(FaultyS3.Bucket).ToDictionary(static key => key, key =>
        {
            StoredObject stored = S3.Memory.Find(FaultyS3.Bucket, key)!;
            string facts = string.Join(
                ", ", stored.Headers.Concat(stored.Tags).Select(static one => $"{one.Key}={one.Value}")
                    .Order(StringComparer.Ordinal).Append(stored.ETag));
            return new Look(facts, stored.Body.Length, DigestOf(stored.Body), stored.VersionId ?? "");
        }),
        StringComparer.Ordinal);

    private void Fill()
    {
        for (int i = 0; i < 12; i++)
        {
            byte[] content = new byte[_random.Next(5) == 0 ? _random.Next(60_000, 200_000) : 1 + _random.Next(3000)];
            _random.NextBytes(content);
            _contents.Add(content);
        }

        _tree.AddFolder("disk");
        int count = _random.Next(20, 81) * (RemovesFiles ? 2 : 1);
        for (int i = 0; i < count; i++)
        {
            // A third of the objects is there before the bucket keeps versions, and a third comes afterwards.
            if (_versioning is not null && i == count / 3)
            {
                S3.Memory.SetVersioning(FaultyS3.Bucket, "Enabled");
            }

            if (_versioning == "Suspended" && i == 2 * count / 3)
            {
                S3.Memory.SetVersioning(FaultyS3.Bucket, "Suspended");
            }

            Fill(i);
        }
    }

    // Most is to go. In the source of a synchronization is always something.
    private void Fill(int number)
    {
        string name = $"{_random.Next(4)}/{(_random.Next(2) == 0 ? "deep/" : "")}{number} x";
        byte[] content = Any();
        int kind = number == 0 ? 0 : _random.Next(20);
        bool isSource = kind < (HasPlan ? 14 : 5);
        bool isTarget = kind > 0;
        bool isChanged = !HasPlan && kind == 1;
        if (Command.StartsWith("s3 rm", StringComparison.Ordinal) || Command == "delete --yes s3://bucket")
        {
            S3.Put(kind == 0 ? $"other/{name}" : Prefix + name, content, number);
            return;
        }

        if (RemovesFiles ? isTarget : isSource)
        {
            AddFile($"disk/{name}", content, number, hasTwoNames: !isChanged && _random.Next(8) == 0);
        }

        if (RemovesFiles ? isSource : isTarget)
        {
            S3.Put(Prefix + name, isChanged ? Any() : content, number);
        }
    }

    private byte[] Any() => _contents[_random.Next(_contents.Count)];

    private void AddFile(string name, byte[] content, int number, bool hasTwoNames)
    {
        ByteName file = _tree.AddFile(name, content);
        File.SetLastWriteTimeUtc(
            $"{file}", new DateTime(2001, 2, 3, 4, 5, number % 60, DateTimeKind.Utc).AddTicks(_random.Next(9_999_999)));
        _tree.ChangeMode(name, 0x180u | (uint)_random.Next(64));
        if (hasTwoNames)
        {
            _tree.AddHardLink($"{name} too", name);
        }
    }

    /// <summary>What is compared of a file or an object. Its version does not count.</summary>
    private readonly record struct Look(string Facts, long Size, string Digest, string Version)
    {
        public bool Equals(Look other) => (Facts, Size, Digest) == (other.Facts, other.Size, other.Digest);

        public override int GetHashCode() => Digest.GetHashCode(StringComparison.Ordinal);
    }
}
