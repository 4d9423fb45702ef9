namespace Doppel.EndToEnd;

public sealed class NameTests
{
    public static TheoryData<string, byte[]> Names => new()
    {
        { "newline", "a\nb"u8.ToArray() },
        { "carriage return", "a\rb"u8.ToArray() },
        { "quotes", "a\"b'c`d"u8.ToArray() },
        { "backslash", "a\\b\\n"u8.ToArray() },
        { "controls", [1, 2, 7, 8, 9, 0x1B, (byte)'[', (byte)'2', (byte)'J', 0x1F, 0x7F] },
        { "next line and separators", "a\u0085b\u2028c\u2029"u8.ToArray() },
        { "bidi", "a\u202etxt.exe\u202c\u2066x\u2069"u8.ToArray() },
        { "byte 0xFF", [0xFF] },
        { "a cut sequence", [(byte)'a', 0xE2, 0x82] },
        { "a surrogate", [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x8D] },
        { "an overlong slash", [0xC0, 0xAF] },
        { "beyond Unicode", [0xF4, 0x90, 0x80, 0x80] },
        { "a replacement character", "\uFFFD"u8.ToArray() },
        { "outside the first plane", "😀𝄞"u8.ToArray() },
        { "spaces around", " a "u8.ToArray() },
        { "a dash in front", "-rf"u8.ToArray() },
        { "only dots", "..."u8.ToArray() },
        { "255 bytes", [.. Enumerable.Repeat((byte)'n', 255)] },
        { "255 bytes that are no text", [.. Enumerable.Repeat((byte)0xFE, 255)] },
    };

    [Theory, MemberData(nameof(Names))]
    public void Names_in_JSON_decode_to_their_exact_bytes(string about, byte[] name)
    {
        using var tree = new TempTree();
        ByteName first = tree.AddFile(ByteName.Of(name), "content");
        ByteName second = tree.AddFile("z" / ByteName.Of(name) / ByteName.Of(name), "content");
        FindReport report = DoppelProgram.Find(tree.Folder);
        Assert.True(report.Groups.Count == 1, about);
        ByteName[] names = [first, second];
        Assert.Equal(names.Order(), report.Groups[0].Copies.Select(copy => copy.Names[0]));
    }

    [Theory, MemberData(nameof(Names))]
    public void NUL_terminated_names_in_text_are_their_exact_bytes(string about, byte[] name)
    {
        using var tree = new TempTree();
        ByteName first = tree.AddFile("a" / ByteName.Of(name), "content");
        ByteName second = tree.AddFile("b" / ByteName.Of(name), "content");
        ProcessEnd end = DoppelProgram.Run("find", "-0", "--format", "fdupes", "-q", tree.Folder).MustSucceed();
        ByteName nul = ByteName.Of(0);
        Assert.True(new ByteName(end.Output).StartsWith(first + nul + second + nul), about + ": " + end.OutputText);
    }

    [Theory, MemberData(nameof(Names))]
    public void A_root_may_have_any_name(string about, byte[] name)
    {
        using var tree = new TempTree();
        ByteName folder = ByteName.Of(name);
        tree.AddFile(folder / "one", "content");
        tree.AddFile(folder / "two", "content");
        FindReport report = DoppelProgram.Find("--", tree[folder]);
        Assert.True(report.Groups.Count == 1, about);
        ProcessStart relative = DoppelProgram.Start("find", "--json", "--", folder) with { Folder = tree.Folder };
        Expect.Groups(report.Groups, DoppelProgram.Read(relative, exitCode: 0), about);
    }

    [Fact]
    public void Text_on_a_pipe_holds_the_bytes_of_names_and_no_escapes()
    {
        using var tree = new TempTree();
        ByteName nasty = ByteName.Of(0x1B, (byte)'[', (byte)'m', 0xFF);
        tree.AddFile("a" / nasty, "content");
        tree.AddFile("b" / nasty, "content");
        ProcessEnd end = DoppelProgram.Run("find", tree.Folder).MustSucceed();
        Assert.True(end.Output.AsSpan().IndexOf(tree["a" / nasty].Bytes) >= 0, end.OutputText);
    }

    [Fact]
    public void A_name_with_a_newline_is_left_out_of_fdupes_as_a_problem()
    {
        using var tree = new TempTree();
        tree.AddFile("a\nb", "content");
        tree.AddFile("c", "content");
        tree.AddFile("d", "content");
        ProcessEnd end = DoppelProgram.Run("find", "--format", "fdupes", tree.Folder);
        Assert.Equal(1, end.ExitCode);
        Assert.DoesNotContain("a\nb", end.OutputText);
        Assert.Contains($"{tree["c"]}\n", end.OutputText);
        Assert.NotEmpty(end.Errors);
    }

    [Fact]
    public void Arguments_that_are_no_text_are_recorded_as_bytes()
    {
        using var tree = new TempTree();
        ByteName folder = ByteName.Of(0xFF, (byte)'x');
        tree.AddFolder(folder);
        FindReport report = DoppelProgram.Find(tree[folder]);
        var recorded = report.Begin.GetProperty("command").EnumerateArray().Last();
        Assert.Equal(tree[folder].Bytes, recorded.GetProperty("base64").GetBytesFromBase64());
    }
}
