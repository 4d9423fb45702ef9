using Doppel.Testing;

namespace Doppel.Volumes.Tests;

/// <content>Laws about probing: what is probed, what is refused, and that nothing stays open.</content>
public abstract partial class VolumeContract
{
    [Theory]
    [InlineData(1)]
    [InlineData(4096)]
    [InlineData(100_001)]
    public void A_probe_takes_time_or_is_unsupported_and_the_file_stays_as_it_was(int bytes)
    {
        var content = new byte[bytes];
        new Random(3).NextBytes(content);
        _place.AddFolder("folder");
        _place.AddFile("folder/file", content);
        FileFacts before = _place.Real("folder/file");
        bool probes = _place.Abilities.HasFlag(PlaceAbilities.Probes);
        for (int round = 0; round < 3; round++)
        {
            AssertProbe(probes, TryProbe(_root, "folder/file", out TimeSpan latency), latency);
            AssertProbe(probes, TryProbe(FolderHandle.None, _place.At("folder/file"), out latency), latency);
        }

        Assert.Equal(before, _place.Real("folder/file"));
        Assert.Equal(content, ReadWhole(_root, "folder/file"));
    }

    [Fact]
    public void An_empty_file_asks_nothing_of_a_device()
    {
        _place.AddFile("empty", "");
        AssertKind(VolumeErrorKind.Unsupported, TryProbe(_root, "empty", out _));
    }

    [Fact]
    public void Only_regular_files_are_probed_and_nothing_blocks()
    {
        _place.AddFolder("folder");
        _place.AddFile("file", "abc");
        AssertKind(VolumeErrorKind.Changed, TryProbe(_root, "folder", out _));
        if (IsFileSystem)
        {
            _place.AddLink("link", "file");
            AssertKind(VolumeErrorKind.IsLink, TryProbe(_root, "link", out _));
        }

        AssertKind(VolumeErrorKind.Vanished, TryProbe(_root, "missing", out _));
        AssertKind(VolumeErrorKind.Vanished, TryProbe(_root, "file/below", out _));
        foreach (byte[] special in _place.AddSpecials())
        {
            AssertKind(VolumeErrorKind.Changed, TryProbe(FolderHandle.None, special, out _));
        }
    }

    private protected static void AssertProbe(bool probes, VolumeError error, TimeSpan latency)
    {
        AssertKind(probes ? VolumeErrorKind.None : VolumeErrorKind.Unsupported, error);
        Assert.Equal(probes, latency > TimeSpan.Zero);
    }

    private protected VolumeError TryProbe(FolderHandle at, Bytes path, out TimeSpan latency)
    {
        VolumeError error = Volume.Probe(at, path.Span, out latency);
        Assert.True(!error.Failed || latency == TimeSpan.Zero);
        return error;
    }
}
