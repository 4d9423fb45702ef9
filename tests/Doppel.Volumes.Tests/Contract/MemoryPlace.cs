using System.Text;
using Doppel.Testing;

namespace Doppel.Volumes.Tests;

public sealed class MemoryPlace(Func<MemoryVolume, IVolume>? wrap = null) : VolumePlace
{
    private readonly MemoryVolume _memory = new() { ProbeLatency = TimeSpan.FromMilliseconds(3) };
    private readonly Dictionary<string, MemoryNode> _nodes = [];
    private IVolume? _volume;

    public override IVolume Volume
    {
        get
        {
            if (_volume is null)
            {
                _memory.AddFolder("/place");
                _volume = wrap?.Invoke(_memory) ?? _memory;
            }

            return _volume;
        }
    }

    public override PlaceAbilities Abilities => PlaceAbilities.All;

    public override byte[] Root => "/place"u8.ToArray();

    public override void AddFile(Bytes path, Bytes content) => Keep(path, _memory.AddFile(At(path), content));

    public override void AddFolder(Bytes path) => Keep(path, _memory.AddFolder(At(path)));

    public override void AddLink(Bytes path, Bytes target) => Keep(path, _memory.AddLink(At(path), target));

    public override void AddHardLink(Bytes path, Bytes existing) =>
        Keep(path, _memory.AddHardLink(At(path), At(existing)));

    public override IReadOnlyList<byte[]> AddSpecials()
    {
        Keep("special", _memory.AddSpecial(At("special")));
        return [At("special")];
    }

    public override void AddDeep(IReadOnlyList<string> folders, string file, Bytes content) =>
        _memory.AddFile(At(string.Join('/', folders) + "/" + file), content);

    public override void Truncate(Bytes path, long size)
    {
        MemoryNode node = _memory[At(path)];
        node.Content = node.Content[..(int)size];
    }

    public override void Remove(Bytes path) => _memory.Remove(At(path));

    public override void RunDenied(Bytes path, Action code)
    {
        _memory[At(path)].Failure = new VolumeError(VolumeErrorKind.AccessDenied, 13);
        code();
    }

    public override IReadOnlyDictionary<string, FileFacts> RealFacts() =>
        _nodes.ToDictionary(entry => entry.Key, entry => entry.Value.Facts);

    public override void AssertNothingOpen() => _memory.Counters.AssertAllClosed();

    public override void Dispose()
    {
    }

    private void Keep(Bytes path, MemoryNode node) => _nodes[Encoding.Latin1.GetString(path.Span)] = node;
}
