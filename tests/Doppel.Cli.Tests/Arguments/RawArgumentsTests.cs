namespace Doppel.Cli.Tests.Arguments;

public sealed class RawArgumentsTests
{
    [Fact]
    public void Lost_bytes_of_arguments_are_found_by_their_place()
    {
        byte[] commandLine = [.. "dotnet\0doppel.dll\0find\0"u8, 0xFF, 0, .. "b\0\0"u8];
        string[] restored = RawArguments.Restore(["find", "\uFFFD", "b", ""], commandLine);
        Assert.Equal(["find", "\uDCFF", "b", ""], restored);
    }

    [Fact]
    public void A_command_line_that_does_not_fit_changes_nothing() =>
        Assert.Equal(["a", "\uFFFD"], RawArguments.Restore(["a", "\uFFFD"], "a\0"u8));
}
