namespace Doppel.Volumes.Tests;

public sealed class PortableErrorsTests
{
    [Theory]
    [InlineData(0, VolumeErrorKind.None)]
    [InlineData(1, VolumeErrorKind.AccessDenied)]
    [InlineData(2, VolumeErrorKind.Vanished)]
    [InlineData(5, VolumeErrorKind.InputOutput)]
    [InlineData(13, VolumeErrorKind.AccessDenied)]
    [InlineData(20, VolumeErrorKind.Vanished)]
    [InlineData(21, VolumeErrorKind.Changed)]
    [InlineData(22, VolumeErrorKind.Other)]
    [InlineData(23, VolumeErrorKind.TooManyOpen)]
    [InlineData(24, VolumeErrorKind.TooManyOpen)]
    [InlineData(36, VolumeErrorKind.NameTooLong)]
    [InlineData(38, VolumeErrorKind.Unsupported)]
    [InlineData(40, VolumeErrorKind.IsLink)]
    [InlineData(84, VolumeErrorKind.BadName)]
    [InlineData(95, VolumeErrorKind.Unsupported)]
    [InlineData(110, VolumeErrorKind.InputOutput)]
    [InlineData(116, VolumeErrorKind.Vanished)]
    [InlineData(117, VolumeErrorKind.InputOutput)]
    public void Numbers_of_Linux_have_their_meaning(int errno, VolumeErrorKind kind) =>
        Assert.Equal(new VolumeError(kind, errno), Errno.ToError(errno));

    [Theory]
    [InlineData(0, VolumeErrorKind.None)]
    [InlineData(1, VolumeErrorKind.Unsupported)]
    [InlineData(2, VolumeErrorKind.Vanished)]
    [InlineData(3, VolumeErrorKind.Vanished)]
    [InlineData(4, VolumeErrorKind.TooManyOpen)]
    [InlineData(5, VolumeErrorKind.AccessDenied)]
    [InlineData(23, VolumeErrorKind.InputOutput)]
    [InlineData(32, VolumeErrorKind.AccessDenied)]
    [InlineData(87, VolumeErrorKind.Other)]
    [InlineData(123, VolumeErrorKind.BadName)]
    [InlineData(206, VolumeErrorKind.NameTooLong)]
    [InlineData(267, VolumeErrorKind.Changed)]
    [InlineData(362, VolumeErrorKind.Offline)]
    [InlineData(1921, VolumeErrorKind.IsLink)]
    [InlineData(4350, VolumeErrorKind.Offline)]
    [InlineData(17, VolumeErrorKind.OtherVolume)]
    [InlineData(19, VolumeErrorKind.ReadOnly)]
    [InlineData(80, VolumeErrorKind.Exists)]
    [InlineData(183, VolumeErrorKind.Exists)]
    [InlineData(145, VolumeErrorKind.Exists)]
    [InlineData(112, VolumeErrorKind.Full)]
    [InlineData(1295, VolumeErrorKind.Full)]
    [InlineData(1142, VolumeErrorKind.TooManyNames)]
    [InlineData(1314, VolumeErrorKind.AccessDenied)]
    public void Numbers_of_Windows_have_their_meaning(int error, VolumeErrorKind kind) =>
        Assert.Equal(new VolumeError(kind, error), WindowsErrors.Of(error));

    [Theory]
    [InlineData(32)]
    [InlineData(33)]
    [InlineData(170)]
    public void A_file_in_use_by_another_program_on_Windows_is_busy_for_changes(int error) =>
        Assert.Equal(new VolumeError(VolumeErrorKind.Busy, error), WindowsErrors.OfChange(error));

    [Fact]
    public void A_missing_privilege_for_symbolic_links_says_what_helps()
    {
        Assert.Contains("developer mode", WindowsErrors.TextOf(1314));
        Assert.Null(WindowsErrors.TextOf(5));
    }

    [Theory]
    [InlineData(0, VolumeErrorKind.None)]
    [InlineData(1, VolumeErrorKind.AccessDenied)]
    [InlineData(2, VolumeErrorKind.Vanished)]
    [InlineData(11, VolumeErrorKind.Other)]
    [InlineData(17, VolumeErrorKind.Exists)]
    [InlineData(18, VolumeErrorKind.OtherVolume)]
    [InlineData(26, VolumeErrorKind.Busy)]
    [InlineData(28, VolumeErrorKind.Full)]
    [InlineData(31, VolumeErrorKind.TooManyNames)]
    [InlineData(35, VolumeErrorKind.Busy)]
    [InlineData(45, VolumeErrorKind.Unsupported)]
    [InlineData(60, VolumeErrorKind.InputOutput)]
    [InlineData(62, VolumeErrorKind.IsLink)]
    [InlineData(63, VolumeErrorKind.NameTooLong)]
    [InlineData(66, VolumeErrorKind.Exists)]
    [InlineData(69, VolumeErrorKind.Full)]
    [InlineData(70, VolumeErrorKind.Vanished)]
    [InlineData(92, VolumeErrorKind.BadName)]
    public void Numbers_of_macOS_have_their_meaning(int errno, VolumeErrorKind kind) =>
        Assert.Equal(new VolumeError(kind, errno), MacErrno.ToError(errno));

    [Fact]
    public void Exceptions_of_Linux_carry_their_number()
    {
        var inner = new IOException("text", 1);
        Assert.Equal(new VolumeError(VolumeErrorKind.InputOutput, 5), UnixErrors.Of(new IOException("text", 5)));
        Assert.Equal(
            new VolumeError(VolumeErrorKind.AccessDenied, 13), UnixErrors.Of(new UnauthorizedAccessException()));
        Assert.Equal(
            new VolumeError(VolumeErrorKind.AccessDenied, 1),
            UnixErrors.Of(new UnauthorizedAccessException("text", inner)));
        Assert.Equal(new VolumeError(VolumeErrorKind.Vanished, 2), UnixErrors.Of(new FileNotFoundException()));
        Assert.Equal(new VolumeError(VolumeErrorKind.Vanished, 2), UnixErrors.Of(new DirectoryNotFoundException()));
        Assert.Equal(new VolumeError(VolumeErrorKind.NameTooLong, 36), UnixErrors.Of(new PathTooLongException()));
        Assert.Equal(new VolumeError(VolumeErrorKind.Other), UnixErrors.Of(new IOException("no number")));
        Assert.Equal(new VolumeError(VolumeErrorKind.Unsupported), UnixErrors.Of(new NotSupportedException()));
    }

    [Fact]
    public void Exceptions_of_Windows_carry_their_number()
    {
        var sharing = new IOException("in use", unchecked((int)0x8007_0020));
        Assert.Equal(new VolumeError(VolumeErrorKind.AccessDenied, 32), WindowsErrors.Of(sharing));
        Assert.Equal(new VolumeError(VolumeErrorKind.AccessDenied, 5),
            WindowsErrors.Of(new UnauthorizedAccessException { HResult = unchecked((int)0x8007_0005) }));
        Assert.Equal(new VolumeError(VolumeErrorKind.Other), WindowsErrors.Of(new IOException("no number")));
    }
}
