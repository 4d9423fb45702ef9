using System.Globalization;
using System.Text;
using Doppel.Reports;
using Doppel.S3.Server;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>
/// Two folders that are shown as disks, mounts and buckets, of which a run is to empty one because of the other: two
/// places, or one under two names. The run may be killed, and is undone.
/// </summary>
internal sealed class PlaceCase : IDisposable
{
    private static readonly string[] s_direct = ["nfs4", "cifs", "overlay", "fuse.bindfs", "fuse.sshfs"];
    private static readonly int[] s_seconds = [0, 1, 300];
    private static readonly ActionKind[] s_actions =
        [ActionKind.Delete, ActionKind.Move, ActionKind.Trash, ActionKind.SymbolicLink];

    private readonly Random _random;
    private readonly FolderServer _server;
    private readonly TempTree _tree = new();
    private readonly Life _life = new();
    private readonly MirrorVolume _volume;
    private readonly HurriedClock _clock = new();
    private readonly List<MirrorMount> _mounts = [];
    private readonly List<ActResult> _results = [];
    private readonly string[] _places;
    private readonly string[] _contents;
    private readonly StringBuilder _text = new();
    private readonly (string Root, MountKind? Mount, string? Bucket) _from;
    private readonly (string Root, MountKind? Mount, string? Bucket) _kept;
    private readonly bool _refusesPut;
    private readonly int _killedAt;

    public PlaceCase(int seed, IChangeableVolume disk, FolderServer server)
    {
        (_random, _server) = (new Random(seed), server);
        _volume = new MirrorVolume(disk, _life);
        _places = [$"{_tree.Folder}/one", $"{_tree.Folder}/two"];
        _tree.AddFolder("moved");
        _tree.AddFolder("staging");
        _contents = [.. Enumerable.Range(0, 3).Select(i => string.Create(CultureInfo.InvariantCulture, $"{seed} {i}"))];
        AreOne = _random.Next(2) == 0;
        Fill(_places[0]);
        Fill(_places[1]);
        _server.Serve("one", _places[0]);
        _server.Serve("two", _places[1]);
        if (!AreOne && _random.Next(8) == 0)
        {
            MirrorMount both = NewMount("both", _tree.Folder, isKept: false);
            (_from, _kept) = ((both.At + "/one", both.Kind, null), (both.At + "/two", both.Kind, null));
        }
        else
        {
            _from = View("from", 0, isKept: false);
            _kept = View("kept", AreOne ? 0 : 1, isKept: true);
        }

        _mounts.ForEach(mount => mount.Warm(disk));
        _clock.OnPassed = Pass;
        bool refusesLook = _kept.Bucket is not null && _random.Next(4) == 0;
        bool refusesLock = _kept.Bucket is not null && _random.Next(4) == 0;
        _refusesPut = _from.Bucket is not null && _random.Next(8) == 0;
        bool keepsList = _kept.Bucket is not null && _random.Next(3) == 0;
        if (keepsList)
        {
            _server.KeepList();
        }

        _server.Before = _life.Step;
        _server.Refuses = request =>
            (_refusesPut && request.Method == "PUT" && IsTemporary(request))
            || (request.Method == "GET" && request.Header("Host") == FolderServer.OtherHost
                && ((refusesLook && IsTemporary(request)) || (refusesLock && IsLock(request))));
        Action = _random.Next(2) == 0 ? ActionKind.Delete : s_actions[_random.Next(s_actions.Length)];
        if ((_from.Bucket is not null && Action != ActionKind.Move) || _kept.Bucket is not null)
        {
            Action = _from.Bucket is not null && _random.Next(3) == 0 ? ActionKind.Move : ActionKind.Delete;
        }

        Assumes = !AreOne && _random.Next(3) == 0;
        _killedAt = _random.Next(3) == 0 ? _random.Next(1, 60) : 0;
        _text.Append(CultureInfo.InvariantCulture, $"seed {seed}, one: {AreOne}, from: {_from}, kept: {_kept}, ")
            .Append(CultureInfo.InvariantCulture, $"action: {Action}, assumes: {Assumes}, killed at {_killedAt}, ")
            .Append(
                CultureInfo.InvariantCulture,
                $"refuses: put {_refusesPut}, look {refusesLook}, lock {refusesLock}, keeps list: {keepsList}");
    }

    public bool AreOne { get; }

    public ActionKind Action { get; }

    public bool Assumes { get; }

    // What cannot be told apart stays.
    private bool MayStay => !Assumes && (_refusesPut || _kept.Mount is { MayHideTokens: true, IsReadOnly: true });

    // Two disks need no token, and two names of one disk have one identity, so nothing is planned.
    public bool IsTrivial => _from is { Mount: null, Bucket: null } && _kept is { Mount: null, Bucket: null };

    public override string ToString() => _text.ToString();

    public void Run()
    {
        _life.Begin(_killedAt);
        try
        {
            Act();
        }
        catch (CrashException)
        {
            _text.Append(", killed");
        }

        bool isKilled = _life.HasEnded;
        _life.Begin();
        AssertKept(isKilled);
        _server.Refuses = static _ => false;
        _server.ForgetList();
        Undo();
        AssertAsBefore();
    }

    public void Dispose()
    {
        _server.Refuses = static _ => false;
        _server.ForgetList();
        _server.Before = static () => { };
        _tree.Dispose();
    }

    private static bool IsLock(RawRequest request) =>
        request.Path.EndsWith("/.doppel-lock", StringComparison.Ordinal);

    private static bool IsTemporary(RawRequest request) =>
        request.Path.Contains("/.doppel-", StringComparison.Ordinal) && !IsLock(request);

    private void Pass(TimeSpan time) => _mounts.ForEach(mount => mount.Pass(time));

    private JournalFolder Journals() => JournalFolder.Open(_volume, new ReportName($"{_tree.Folder}/journal"));

    private void Act()
    {
        string target = _from.Bucket is null ? $"{_tree.Folder}/moved" : _from.Root + "/moved";
        var options = new ActOptions
        {
            Action = Action,
            Version = "test",
            MoveTo = Action == ActionKind.Move ? Encoding.UTF8.GetBytes(target) : default,
            HomeTrash = Encoding.UTF8.GetBytes($"{_tree.Folder}/trash"),
            AssumeDistinct = Assumes,
            Buckets = Client,
            DownloadBytesMax = 1 << 20,
            Time = _clock,
        };
        PlanGroup[] plan =
        [
            .. _contents.Index().Select(one => BucketRuns.GroupOf(
                _volume, $"{_kept.Root}/d/{one.Index}", $"{_from.Root}/d/{one.Index}", one.Item.Length)),
        ];
        using JournalFolder journals = Journals();
        using var run = new ActRun(_volume, journals, options, _results.Add);
        run.Run(plan, CancellationToken.None);
    }

    private void Undo()
    {
        Note();
        using JournalFolder journals = Journals();
        BucketRuns.Undo(
            _volume, journals, new UndoOptions { Version = "test", Buckets = Client, Time = _clock }, _results.Add);
        Note();
    }

    private S3.S3Client Client(string bucket) =>
        bucket.StartsWith("b@", StringComparison.Ordinal) ? _server.Other : _server.One;

    private void Note()
    {
        _results.ForEach(one => _text.Append(CultureInfo.InvariantCulture, $"\n{one.Name}: {one.Status} {one.Reason}"));
        _text.Append("\n--");
        _results.Clear();
    }

    // A process that ends may leave a keeper that is the file itself aside, for the undo.
    private void AssertKept(bool isKilled)
    {
        string told = this + "\n" + string.Join('\n', _results.Select(one => $"{one.Name}: {one.Status} {one.Reason}"));
        for (int i = 0; i < _contents.Length; i++)
        {
            string keeper = $"{_places[AreOne ? 0 : 1]}/d/{i}";
            bool isKept = File.Exists(keeper) && new FileInfo(keeper).LinkTarget is null
                && File.ReadAllText(keeper) == _contents[i];
            Assert.True(isKept || (isKilled && AreOne && IsSomewhere(_contents[i])), "lost: " + told);
            Assert.True(isKilled || AreOne || MayStay || !IsThere($"{_places[0]}/d/{i}"), "stays: " + told);
        }

        Pass(TimeSpan.FromSeconds(10));
        Assert.True(isKilled || Left().Length == 0, $"left behind {string.Join(' ', Left())}: {told}");
    }

    private void AssertAsBefore()
    {
        Pass(TimeSpan.FromSeconds(10));
        foreach (string place in _places)
        {
            for (int i = 0; i < _contents.Length; i++)
            {
                Assert.True(
                    IsThere($"{place}/d/{i}") && File.ReadAllText($"{place}/d/{i}") == _contents[i],
                    $"not undone {place}/d/{i}: {this}");
            }
        }

        Assert.True(Left().Length == 0, $"the undo leaves {string.Join(' ', Left())}: {this}");
    }

    private static bool IsThere(string path) => File.Exists(path) && new FileInfo(path).LinkTarget is null;

    private bool IsSomewhere(string content) => Directory
        .EnumerateFiles(_tree.Folder, "*", SearchOption.AllDirectories).Where(IsThere)
        .Any(file => File.ReadAllText(file) == content);

    private string[] Left() =>
    [
        .. _places.SelectMany(static place => Directory.EnumerateFileSystemEntries(
            place, ".doppel*", SearchOption.AllDirectories)),
    ];

    private void Fill(string place)
    {
        Directory.CreateDirectory(place + "/d");
        for (int i = 0; i < _contents.Length; i++)
        {
            File.WriteAllText($"{place}/d/{i}", _contents[i]);
        }
    }

    private (string Root, MountKind? Mount, string? Bucket) View(string name, int place, bool isKept)
    {
        switch (_random.Next(4))
        {
            case 0:
                return (_places[place], null, null);
            case 1:
                string server = place == 0 ? "one" : "two";
                string bucket = $"{(isKept ? "b" : "a")}@{server}";
                return ($"s3://{bucket}", null, bucket);
            default:
                MirrorMount mount = NewMount(name, _places[place], isKept);
                return (mount.At, mount.Kind, null);
        }
    }

    private MirrorMount NewMount(string name, string real, bool isKept)
    {
        bool isDirect = _random.Next(2) == 0;
        bool isRclone = !isDirect && _random.Next(2) == 0;
        string other = isRclone ? "fuse.rclone" : "fuse";
        var kind = new MountKind(
            isDirect ? s_direct[_random.Next(s_direct.Length)] : other,
            EntrySeconds: s_seconds[_random.Next(3)], ListingSeconds: isDirect ? 0 : s_seconds[_random.Next(3)],
            KeepsContents: _random.Next(2) == 0, StoresLater: isRclone && _random.Next(2) == 0,
            IsReadOnly: isKept && _random.Next(6) == 0, CallMilliseconds: 100 * _random.Next(5));
        MirrorMount mount = _volume.Mount($"{_tree.Folder}/{name}", real, $"{_tree.Folder}/staging", kind);
        _mounts.Add(mount);
        return mount;
    }
}
