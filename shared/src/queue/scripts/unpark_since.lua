-- ARGV[2]: milliseconds.
local before = milliseconds() - tonumber(ARGV[2])
for _, user in ipairs(redis.call('ZRANGEBYSCORE', prefix .. 'parked', '-inf', before, 'LIMIT', 0, 1000)) do unpark(user) end
