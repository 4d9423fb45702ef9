using System.Text;
using Doppel.Testing;

namespace Doppel.Cli.Tests.Arguments;

public sealed class ByteTextTests
{
    [Fact]
    public void Any_bytes_survive_as_text()
    {
        for (int seed = 0; seed < TestRun.Count(2000, 200_000); seed++)
        {
            var random = new Random(seed + TestRun.SeedOffset);
            byte[] bytes = new byte[random.Next(20)];
            random.NextBytes(bytes);
            byte[] mixed = [.. bytes, .. Encoding.UTF8.GetBytes("é𝄞"), .. bytes.Reverse()];
            Assert.True(mixed.AsSpan().SequenceEqual(ByteText.ToBytes(ByteText.FromBytes(mixed))), $"seed {seed}");
        }
    }

    [Fact]
    public void Text_that_is_UTF8_stays_what_it_is()
    {
        Assert.Equal("aé𝄞\uFFFD", ByteText.FromBytes("aé𝄞\uFFFD"u8));
        Assert.True(ByteText.IsPlain("aé𝄞\uFFFD"));
        Assert.False(ByteText.IsPlain(ByteText.FromBytes([0xFF])));
    }

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
