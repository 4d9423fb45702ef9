using System.Globalization;
using System.Text;
using Doppel.Testing;
using Doppel.Testing.Processes;
using Xunit;

namespace Doppel.Reports.Tests;

/// <summary>Names that mean the same are equal, however their accents are written. Python judges.</summary>
public sealed class FoldedNameTests
{
    // Prints names in both forms, and what both must become: decomposed, in small letters, each run of marks in order.
    private const string Judge = """
        import random, sys, unicodedata as u
        def key(name):
            out, marks = '', []
            for c in u.normalize('NFD', name):
                if u.category(c)[0] == 'M':
                    marks.append(c)
                    continue
                out += ''.join(sorted(marks)) + (c.lower() if c.isascii() else c)
                marks = []
            return out + ''.join(sorted(marks))
        def show(name):
            forms = u.normalize('NFC', name), u.normalize('NFD', name), key(name)
            print(*(form.encode().hex() for form in forms))
        for c in range(0x80, 0x10000):
            if u.normalize('NFD', chr(c)) != chr(c) and not 0xF900 <= c <= 0xFAFF:
                show('x' + chr(c) + 'y')
        r = random.Random(int(sys.argv[1]))
        kinds = [(0x41, 0x5A), (0xC0, 0x24F), (0x300, 0x345), (0x391, 0x3CE), (0x5B0, 0x5BD), (0x5D0, 0x5EA),
                 (0x915, 0x94D), (0x1EA0, 0x1EF9), (0x1F00, 0x1F07), (0xAC00, 0xD7A3), (0x1F600, 0x1F640)]
        for _ in range(int(sys.argv[2])):
            show(''.join(chr(r.randint(*r.choice(kinds))) for _ in range(r.randint(1, 12))))
        """;

    [Fact]
    public void Both_forms_of_a_name_become_what_unicode_says()
    {
        Assert.SkipWhen(Tool.Find("python3") is null && !TestRun.IsBuildServer, "needs python3");
        string count = TestRun.Count(5_000, 500_000).ToString(CultureInfo.InvariantCulture);
        string seed = TestRun.SeedOffset.ToString(CultureInfo.InvariantCulture);
        ProcessEnd judged = Tool.Run("python3", "-c", Judge, seed, count);
        judged.MustSucceed();
        string[] lines = judged.OutputText.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.True(lines.Length > 12_000, $"only {lines.Length} names");
        foreach (string line in lines)
        {
            byte[][] forms = [.. line.Split(' ').Select(Convert.FromHexString)];
            string expected = Encoding.UTF8.GetString(forms[2]);
            Assert.True(expected == FoldedName.Of(forms[0]), $"composed: {line}");
            Assert.True(expected == FoldedName.Of(forms[1]), $"decomposed: {line}");
        }
    }

    [Fact]
    public void Bytes_that_are_no_text_are_kept_apart_from_all_text()
    {
        string[] folded =
        [
            FoldedName.Of("\u00F8"u8), FoldedName.Of([0xF8]), FoldedName.Of([0xF9]), FoldedName.Of("\u00F8"u8[..1]),
        ];
        Assert.Equal(folded.Length, folded.Distinct().Count());
    }
}
