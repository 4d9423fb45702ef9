using System.Globalization;
using Doppel.Volumes;

namespace Doppel.App;

/// <summary>What requests to buckets and downloads cost, in dollars.</summary>
/// <param name="List">The price of 1,000 LIST requests.</param>
/// <param name="Get">The price of 1,000 GET or HEAD requests.</param>
/// <param name="Gigabyte">The price of 1,000,000,000 bytes that are downloaded.</param>
internal sealed record BucketPrices(decimal List, decimal Get, decimal Gigabyte)
{
    private const decimal Thousand = 1000;
    private const decimal BytesOfGigabyte = 1_000_000_000;
    private const decimal PriceMax = 1_000_000;

    /// <summary>Those of Amazon S3 Standard in us-east-1, with downloads to the Internet.</summary>
    internal static readonly BucketPrices Default = new(0.005m, 0.0004m, 0.09m);

    /// <summary>Parses prices such as <c>list=0.005,get=0.0004,gb=0.09</c>. Those that are missing are 0.</summary>
    /// <exception cref="UsageException">The text is not a list of prices.</exception>
    internal static BucketPrices Parse(string text)
    {
        var prices = new BucketPrices(0, 0, 0);
        foreach (string part in text.Split(','))
        {
            string[] sides = part.Split('=');
            bool isPrice = decimal.TryParse(
                sides[^1], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out decimal price);
            prices = (isPrice && price <= PriceMax ? sides : []) switch
            {
                ["list", _] => prices with { List = price },
                ["get", _] => prices with { Get = price },
                ["gb", _] => prices with { Gigabyte = price },
                _ => throw new UsageException(
                    $"{Quote.Text(text)} is not a list of prices", "such as list=0.005,get=0.0004,gb=0.09"),
            };
        }

        return prices;
    }

    /// <summary>Returns the price of what was requested, in dollars.</summary>
    internal decimal Of(S3Usage usage) => (List * usage.ListRequests / Thousand)
        + (Get * (usage.GetRequests + usage.HeadRequests) / Thousand) + (Gigabyte * usage.BodyBytes / BytesOfGigabyte);

    /// <summary>Formats a price: with cents, or with six decimals below one dollar. Rounds up.</summary>
    internal static string Show(decimal price)
    {
        (decimal unit, string format) = price >= 1 ? (100m, "0.00") : (1_000_000m, "0.00####");
        return "$" + (decimal.Ceiling(price * unit) / unit).ToString(format, CultureInfo.InvariantCulture);
    }
}
