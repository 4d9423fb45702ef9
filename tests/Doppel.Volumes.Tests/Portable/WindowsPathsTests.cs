using System.Text;

namespace Doppel.Volumes.Tests;

/// <summary>Paths of Windows are text to these functions, so they are tested on any system.</summary>
public sealed class WindowsPathsTests
{
    [Theory]
    [InlineData("C:/folder/x", @"\\?\C:\folder\x")]
    [InlineData("c:/", @"\\?\c:\")]
    [InlineData("C:", @"\\?\C:\")]
    [InlineData(@"C:\a/b\c", @"\\?\C:\a\b\c")]
    [InlineData("C:/a//b/./c/../d/", @"\\?\C:\a\b\d")]
    [InlineData("C:/../..", @"\\?\C:\")]
    [InlineData("C:/dot./space /CON", @"\\?\C:\dot.\space \CON")]
    [InlineData("//server/share", @"\\?\UNC\server\share\")]
    [InlineData("//server/share/x/..", @"\\?\UNC\server\share\")]
    [InlineData("//?/C:/x", @"\\?\C:\x")]
    [InlineData("//?/UNC/server/share/x", @"\\?\UNC\server\share\x")]
    [InlineData("C:/日本/é", @"\\?\C:\日本\é")]
    public void A_path_becomes_an_extended_one(string path, string expected)
    {
        VolumeError error = WindowsPaths.ToNative(null, Encoding.UTF8.GetBytes(path), out string native);
        Assert.Equal((VolumeErrorKind.None, expected), (error.Kind, native));
    }

    [Theory]
    [InlineData("x", @"\\?\C:\folder\x")]
    [InlineData("a/b/c", @"\\?\C:\folder\a\b\c")]
    [InlineData("../x", @"\\?\C:\x")]
    [InlineData("../../..", @"\\?\C:\")]
    public void A_relative_path_starts_at_its_folder(string path, string expected)
    {
        WindowsPaths.ToNative(@"\\?\C:\folder", Encoding.UTF8.GetBytes(path), out string native);
        Assert.Equal(expected, native);
        WindowsPaths.ToNative(@"\\?\UNC\server\share\folder", "../../x"u8, out native);
        Assert.Equal(@"\\?\UNC\server\share\x", native);
    }

    [Theory]
    [InlineData("relative")]
    [InlineData("/rooted")]
    [InlineData("C:relative")]
    [InlineData("C:/file:stream")]
    [InlineData("C:/nul\0byte")]
    [InlineData("")]
    [InlineData("//")]
    public void A_path_that_is_not_absolute_or_names_a_stream_is_refused(string path)
    {
        VolumeError error = WindowsPaths.ToNative(null, Encoding.UTF8.GetBytes(path), out string native);
        Assert.Equal((VolumeErrorKind.BadName, ""), (error.Kind, native));
    }

    [Theory]
    [InlineData(@"\\?\C:\", "C:/")]
    [InlineData(@"\\?\UNC\server\share\x", "//server/share/x")]
    [InlineData(@"..\target", "../target")]
    [InlineData(@"C:\target", "C:/target")]
    [InlineData(@"\\?\Volume{1}\x", "//?/Volume{1}/x")]
    public void A_native_path_is_returned_with_slashes(string native, string expected) =>
        Assert.Equal(expected, WindowsPaths.FromNative(native));
}
