using System.Text;
using Doppel.Testing;

namespace Doppel.Volumes.Tests;

public sealed class PortableVolumeTests
{
    [Fact]
    public void At_most_one_of_two_names_that_read_alike_is_reported_as_good()
    {
        using var place = new DiskPlace(new PortableVolume(), PlaceAbilities.None);
        place.AddFile("\uFFFD", "really named so");
        place.AddFile((byte[])[0xFF], "no text");
        place.AddFile((byte[])[0xFE], "no text either");
        place.Volume.OpenFolder(FolderHandle.None, place.Root, LinkPolicy.Stay, out FolderHandle folder, out _);
        EntryCollector listed = EntryCollector.List(place.Volume, folder);
        place.Volume.Close(folder);

        Assert.Equal(
            [VolumeErrorKind.None, VolumeErrorKind.BadName, VolumeErrorKind.BadName],
            listed.Entries.Select(entry => entry.Failure.Kind).Order());
        Assert.Equal(
            place.Real(Encoding.UTF8.GetBytes("\uFFFD")),
            listed.Entries.Single(entry => !entry.Failure.Failed).Facts);
    }

    [Fact]
    public void A_link_s_target_that_is_no_text_is_a_bad_name()
    {
        using var place = new DiskPlace(new PortableVolume(), PlaceAbilities.None);
        place.AddLink("link", (byte[])[0xFF]);
        VolumeError error = place.Volume.ReadLink(FolderHandle.None, place.At("link"), out byte[] target);
        Assert.Equal(VolumeErrorKind.BadName, error.Kind);
        Assert.Empty(target);
    }

    [Fact]
    public void Another_folder_at_the_place_of_an_open_one_is_not_listed()
    {
        using var place = new DiskPlace(new PortableVolume(), PlaceAbilities.None);
        place.AddFolder("folder");
        place.Volume.OpenFolder(FolderHandle.None, place.At("folder"), LinkPolicy.Stay, out FolderHandle folder, out _);
        string root = Encoding.UTF8.GetString(place.Root);
        Directory.Move(root + "/folder", root + "/moved");
        place.AddFolder("folder");

        VolumeError error = place.Volume.List(folder, FactFields.All, new EntryCollector());
        place.Volume.Close(folder);
        Assert.Equal(VolumeErrorKind.Changed, error.Kind);
    }

    [Fact]
    public void Closed_handles_are_refused_and_closing_twice_does_no_harm()
    {
        using var place = new DiskPlace(new PortableVolume(), PlaceAbilities.None);
        place.AddFile("file", "abc");
        IVolume volume = place.Volume;
        volume.OpenFolder(FolderHandle.None, place.Root, LinkPolicy.Stay, out FolderHandle folder, out _);
        volume.OpenFile(folder, "file"u8, out FileHandle file, out _);
        volume.Close(file);
        volume.Close(folder);
        volume.OpenFile(FolderHandle.None, place.At("file"), out FileHandle other, out _);
        volume.Close(file);
        volume.Close(folder);

        Assert.True(volume.Read(file, 0, new byte[1], out _).Failed);
        Assert.True(volume.Stat(file, out _).Failed);
        Assert.True(volume.List(folder, FactFields.All, new EntryCollector()).Failed);
        Assert.True(volume.OpenFile(folder, "file"u8, out _, out _).Failed);
        Assert.Equal(MountFacts.Unknown, volume.MountOf(folder));
        Assert.False(volume.Read(other, 0, new byte[1], out _).Failed);
        volume.Close(other);
    }

    [Theory]
    [InlineData(0x10u, 0u, EntryKind.Folder)]
    [InlineData(0x20u, 0u, EntryKind.File)]
    [InlineData(0x410u, 0xA000000Cu, EntryKind.Link)]
    [InlineData(0x410u, 0xA0000003u, EntryKind.Link)]
    [InlineData(0x400u, 0xA000001Du, EntryKind.Link)]
    [InlineData(0x400u, 0x80000023u, EntryKind.Special)]
    [InlineData(0x400u, 0x80000026u, EntryKind.Special)]
    [InlineData(0x400u, 0x80000013u, EntryKind.File)]
    [InlineData(0x400u, 0x80000017u, EntryKind.File)]
    [InlineData(0x400u, 0x9000001Au, EntryKind.File)]
    [InlineData(0x410u, 0x9000001Au, EntryKind.Folder)]
    public void Only_reparse_points_that_are_links_count_as_links(uint attributes, uint tag, EntryKind kind) =>
        Assert.Equal(kind, WindowsSystem.KindOf(attributes, tag));

    [Theory]
    [InlineData(0x1000u)]
    [InlineData(0x4_0000u)]
    [InlineData(0x40_0000u)]
    public void Content_that_reading_would_fetch_is_offline(uint attribute)
    {
        Assert.True(WindowsSystem.IsOffline(attribute | 0x20));
        Assert.False(WindowsSystem.IsOffline(0x420));
    }

    [Theory]
    [InlineData(116_444_736_000_000_000, 0, 0)]
    [InlineData(116_444_736_000_000_001, 0, 100)]
    [InlineData(116_444_735_999_999_999, -1, 999_999_900)]
    [InlineData(0, -11_644_473_600, 0)]
    public void Times_of_Windows_are_counted_from_1970(long ticks, long seconds, int nanoseconds) =>
        Assert.Equal(new FileTime(seconds, nanoseconds), WindowsSystem.TimeOf(ticks));

    [Fact]
    public void A_64_bit_file_id_is_kept_and_a_longer_one_distinguishes_folders()
    {
        Assert.Equal(0x1234_5678_9ABC_DEF0u, WindowsSystem.FoldId(0x1234_5678_9ABC_DEF0, 0));
        ulong[] ids = [.. from folder in Enumerable.Range(1, 300) from file in Enumerable.Range(1, 300)
            select WindowsSystem.FoldId((ulong)file, (ulong)folder)];
        Assert.Equal(ids.Length, ids.Distinct().Count());
    }

    [Fact]
    public void Only_NTFS_and_ReFS_on_this_machine_have_ids_to_trust()
    {
        Assert.True(WindowsMounts.TraitsOf("NTFS", 0, 3).HasFlag(FileSystemTraits.TrustedIds));
        Assert.False(WindowsMounts.TraitsOf("NTFS", 0, 4).HasFlag(FileSystemTraits.TrustedIds));
        Assert.False(WindowsMounts.TraitsOf("FAT32", 0, 3).HasFlag(FileSystemTraits.TrustedIds));
        Assert.Equal(
            FileSystemTraits.HardLinks | FileSystemTraits.SymbolicLinks | FileSystemTraits.Reflinks
                | FileSystemTraits.ReadOnly | FileSystemTraits.TrustedIds,
            WindowsMounts.TraitsOf("ReFS", 0x0848_0080, 3));
        Assert.Equal(
            [DeviceKind.Network, DeviceKind.Optical, DeviceKind.Memory, DeviceKind.Unknown],
            new uint[] { 4, 5, 6, 3 }.Select(WindowsMounts.KindOf));
    }
}
