namespace Doppel.Volumes.Tests;

/// <content>Laws about where files lie.</content>
public abstract partial class VolumeContract
{
    [Theory]
    [InlineData(ExtentQuery.First)]
    [InlineData(ExtentQuery.CompleteAndSynced)]
    public void Extents_are_in_order_or_reported_as_unsupported(ExtentQuery query)
    {
        _place.AddFile("file", new byte[100_000]);
        FileHandle file = OpenFile(_root, "file");
        List<FileExtent> extents = [new FileExtent(-1, -1, -1, ExtentFlags.Unknown)];
        VolumeError error = Volume.Extents(file, query, extents);
        if (error.Failed)
        {
            AssertKind(VolumeErrorKind.Unsupported, error);
            Assert.Empty(extents);
        }

        if (query == ExtentQuery.First)
        {
            Assert.True(extents.Count <= 1, $"{extents.Count} extents");
        }

        long end = 0;
        foreach (FileExtent extent in extents)
        {
            Assert.True(extent.Offset >= end && extent.Length > 0, $"{extent} after {end}");
            end = extent.Offset + extent.Length;
        }

        Volume.Close(file);
    }
}
