using System.Globalization;
using System.Text;
using Doppel.S3.Server;
using Doppel.Testing;

namespace Doppel.Volumes.Tests;

/// <summary>A prefix of a bucket. What is added is listed anew before the volume is used the next time.</summary>
public sealed class S3Place : VolumePlace
{
    private const string Prefix = "place/";

    private readonly S3Service _service = new();
    private readonly S3Volume _volume;
    private readonly Lock _gate = new();
    private bool _isStale;

    public S3Place()
    {
        _service.Put(Prefix, "");
        _volume = _service.Volume(Prefix);
    }

    public override IVolume Volume
    {
        get
        {
            lock (_gate)
            {
                if (_isStale)
                {
                    Assert.False(_volume.Relist().Failed);
                    _isStale = false;
                }

                return _volume;
            }
        }
    }

    public override PlaceAbilities Abilities => PlaceAbilities.Probes;

    public override byte[] Root => "/bucket/place"u8.ToArray();

    public override void AddFile(Bytes path, Bytes content) => Add(path.ToString(), content);

    public override void AddFolder(Bytes path) => Add(path + "/", "");

    public override void AddLink(Bytes path, Bytes target) => throw new NotSupportedException();

    public override void AddHardLink(Bytes path, Bytes existing) => throw new NotSupportedException();

    public override IReadOnlyList<byte[]> AddSpecials() => [];

    public override void AddDeep(IReadOnlyList<string> folders, string file, Bytes content) =>
        Add(string.Join('/', folders) + "/" + file, content);

    public override void Truncate(Bytes path, long size) => throw new NotSupportedException();

    public override void Remove(Bytes path) => throw new NotSupportedException();

    public override void RunDenied(Bytes path, Action code) => throw new NotSupportedException();

    public override IReadOnlyDictionary<string, FileFacts> RealFacts() => _service.Memory.Keys(S3Service.Bucket)
        .Where(static key => key != Prefix)
        .ToDictionary(static key => Latin(key[Prefix.Length..].TrimEnd('/')), FactsOf);

    public override void AssertNothingOpen() => Assert.Equal(0, _volume.OpenCount);

    public override void Dispose()
    {
        _volume.Dispose();
        _service.Dispose();
    }

    private static string Latin(string text) => Encoding.Latin1.GetString(Encoding.UTF8.GetBytes(text));

    private void Add(string path, Bytes content)
    {
        _service.Put(Prefix + path, content.ToArray());
        _isStale = true;
    }

    private FileFacts FactsOf(string key)
    {
        StoredObject stored = _service.Memory.Find(S3Service.Bucket, key)!;
        bool isFolder = key.EndsWith('/');
        FileTime modified = isFolder ? default : FileTime.From(stored.LastModified);
        UInt128 tag = UInt128.Parse(stored.ETag, NumberStyles.HexNumber, CultureInfo.InvariantCulture);
        return new FileFacts
        {
            Kind = isFolder ? EntryKind.Folder : EntryKind.File,
            Size = stored.Body.Length,
            Device = _volume.MountOf(FolderHandle.None).Device,
            Inode = KeyNames.InodeOf(Encoding.UTF8.GetBytes(key)),
            Links = isFolder ? 0u : 1u,
            Allocated = stored.Body.Length,
            Mode = Convert.ToUInt32(isFolder ? "555" : "444", 8),
            Modified = modified,
            Changed = isFolder ? default : modified with { Nanoseconds = (int)(tag % 1_000_000_000) },
        };
    }
}
