using System.Globalization;
using System.Text;
using Doppel.Reports;
using Doppel.S3;
using Doppel.S3.Server;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>
/// Two folders that are shown as disks, mounts and buckets, of which a run is to empty one because of the other: two
/// places, or one under two names.
/// </summary>
internal sealed class PlaceCase : IDisposable
{
    private static readonly string[] s_direct = ["nfs4", "cifs", "overlay", "fuse.bindfs", "fuse.sshfs"];

    private readonly Random _random;
    private readonly FolderServer _server;
    private readonly S3Client[] _clients;
    private readonly TempTree _tree = new();
    private readonly MirrorVolume _volume;
    private readonly HurriedClock _clock = new();
    private readonly List<MirrorMount> _mounts = [];
    private readonly string[] _places;
    private readonly string[] _contents;
    private readonly StringBuilder _text = new();
    private readonly (string Root, MountKind? Mount, string? Bucket) _from;
    private readonly (string Root, MountKind? Mount, string? Bucket) _kept;
    private readonly bool _refusesPut;
    private readonly bool _refusesLock;

    public PlaceCase(int seed, IChangeableVolume disk, FolderServer server, S3Client[] clients)
    {
        (_random, _server, _clients) = (new Random(seed), server, clients);
        _volume = new MirrorVolume(disk);
        _places = [$"{_tree.Folder}/one", $"{_tree.Folder}/two"];
        _tree.AddFolder("moved");
        _contents = [.. Enumerable.Range(0, 3).Select(i => string.Create(CultureInfo.InvariantCulture, $"{seed} {i}"))];
        AreOne = _random.Next(2) == 0;
        Fill(_places[0]);
        Fill(_places[1]);
        _server.Serve("one", _places[0]);
        _server.Serve("two", _places[1]);
        _from = View("from", 0, isKept: false);
        _kept = View("kept", AreOne ? 0 : 1, isKept: true);
        foreach (MirrorMount mount in _mounts)
        {
            mount.Warm(disk);
        }

        _clock.OnPassed = time => _mounts.ForEach(mount => mount.Pass(time));
        _refusesPut = _from.Bucket is not null && _random.Next(8) == 0;
        bool refusesLook = _kept.Bucket is not null && _random.Next(4) == 0;
        _refusesLock = _kept.Bucket is not null && _random.Next(4) == 0;
        string host = _kept.Bucket?.StartsWith("b@", StringComparison.Ordinal) == true ? "localhost" : "127.0.0.1";
        _server.Refuses = request =>
            (_refusesPut && request.Method == "PUT" && IsTemporary(request))
            || (refusesLook && request.Method == "GET" && IsTemporary(request)
                && request.Header("Host")!.StartsWith(host, StringComparison.Ordinal))
            || (_refusesLock && request.Method == "GET"
                && request.Path.EndsWith("/.doppel-lock", StringComparison.Ordinal)
                && request.Header("Host")!.StartsWith(host, StringComparison.Ordinal));
        IsMove = _random.Next(3) == 0 && _from.Bucket is null && _kept.Bucket is null;
        Assumes = !AreOne && _random.Next(3) == 0;
        _text.Append(CultureInfo.InvariantCulture, $"seed {seed}, one: {AreOne}, from: {_from}, kept: {_kept}, ")
            .Append(CultureInfo.InvariantCulture, $"move: {IsMove}, assumes: {Assumes}, ")
            .Append(CultureInfo.InvariantCulture, $"refuses: put {_refusesPut}, look {refusesLook}, lock {_refusesLock}");
    }

    public bool AreOne { get; }

    public bool IsMove { get; }

    public bool Assumes { get; }

    // What cannot be told apart stays. So does what cannot be copied aside where another run may be at work unseen.
    private bool MayStay => (_refusesPut && _refusesLock)
        || (!Assumes && (_refusesPut || _kept.Mount is { MayHideTokens: true, IsReadOnly: true }));

    // Two disks need no token, and two names of one disk have one identity, so nothing is planned.
    public bool IsTrivial => _from is { Mount: null, Bucket: null } && _kept is { Mount: null, Bucket: null };

    public override string ToString() => _text.ToString();

    public void Run()
    {
        List<ActResult> results = [];
        var options = new ActOptions
        {
            Action = IsMove ? ActionKind.Move : ActionKind.Delete,
            Version = "test",
            MoveTo = IsMove ? Encoding.UTF8.GetBytes($"{_tree.Folder}/moved") : default,
            AssumeDistinct = Assumes,
            Buckets = name => _clients[name.StartsWith("b@", StringComparison.Ordinal) ? 1 : 0],
            DownloadBytesMax = 1 << 20,
            Time = _clock,
        };
        using (JournalFolder journals = JournalFolder.Open(_volume, new ReportName($"{_tree.Folder}/journal")))
        using (var run = new ActRun(_volume, journals, options, results.Add))
        {
            run.Run([.. Enumerable.Range(0, _contents.Length).Select(GroupOf)], CancellationToken.None);
        }

        string told = this + "\n" + string.Join('\n', results.Select(one => $"{one.Name}: {one.Status} {one.Reason}"));
        for (int i = 0; i < _contents.Length; i++)
        {
            string keeper = $"{_places[AreOne ? 0 : 1]}/d/{i}";
            Assert.True(File.Exists(keeper) && File.ReadAllText(keeper) == _contents[i], "lost: " + told);
            Assert.True(AreOne || MayStay || !File.Exists($"{_places[0]}/d/{i}"), "stays: " + told);
        }

        Assert.True(
            !_places.SelectMany(static place => Directory.EnumerateFileSystemEntries(
                place, ".doppel*", SearchOption.AllDirectories)).Any(), "left behind: " + told);
    }

    public void Dispose()
    {
        _server.Refuses = static _ => false;
        _tree.Dispose();
    }

    private static bool IsTemporary(RawRequest request) =>
        request.Path.Contains("/.doppel-", StringComparison.Ordinal)
        && !request.Path.EndsWith("/.doppel-lock", StringComparison.Ordinal);

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
                string bucket = $"{(isKept ? "b" : "a")}@{(place == 0 ? "one" : "two")}";
                return ($"s3://{bucket}", null, bucket);
            default:
                bool isDirect = _random.Next(2) == 0;
                bool isRclone = !isDirect && _random.Next(2) == 0;
                var kind = new MountKind(
                    isDirect ? s_direct[_random.Next(s_direct.Length)] : isRclone ? "fuse.rclone" : "fuse",
                    KeepsEntries: _random.Next(2) == 0, KeepsListing: !isDirect && _random.Next(3) > 0,
                    KeepsContents: _random.Next(2) == 0, StoresLater: isRclone && _random.Next(2) == 0,
                    IsReadOnly: isKept && _random.Next(6) == 0);
                MirrorMount mount = _volume.Mount($"{_tree.Folder}/{name}", _places[place], kind);
                _mounts.Add(mount);
                return (mount.At, kind, null);
        }
    }

    private PlanGroup GroupOf(int i) => new()
    {
        Size = _contents[i].Length,
        Keep = [CopyOf(_kept.Root, i)],
        Drop = [CopyOf(_from.Root, i)],
        Reason = "",
    };

    private PlanCopy CopyOf(string root, int i)
    {
        var name = new ReportName($"{root}/d/{i}");
        if (root.StartsWith("s3://", StringComparison.Ordinal))
        {
            return new PlanCopy { Names = [name], Facts = ObjectName.FactsOf(name, _contents[i].Length, default) };
        }

        Assert.False(_volume.OpenFolderStrictly(
            Encoding.UTF8.GetBytes(root + "/d"), out FolderHandle folder, out _).Failed);
        Assert.False(_volume.Stat(
            folder, Encoding.UTF8.GetBytes($"{i}"), LinkPolicy.Stay, FactFields.All, out FileFacts facts).Failed);
        _volume.Close(folder);
        return new PlanCopy { Names = [name], Facts = facts };
    }
}
