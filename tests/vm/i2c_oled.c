// SPDX-License-Identifier: MIT
/*
 * A virtual I2C adapter with one write-only device on it, such as a small OLED: every message
 * that is written to the device is kept, and can be read from /dev/i2c_oled_tape.
 *
 * Each message on the tape is two bytes of length (little end first) and its bytes. Parameters
 * can be changed at any time: `nak` makes the device not answer, `khz` is the speed of the bus,
 * `off` switches it off as a moment without power does: it answers, and says so when it is read,
 * until it is told to switch on. What was in its memory is for the reader of the tape to forget.
 */
#include <linux/delay.h>
#include <linux/fs.h>
#include <linux/i2c.h>
#include <linux/kfifo.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/uaccess.h>

#define TAPE_BYTES (1 << 20)
#define DISPLAY_ON 0xaf
#define STATUS_OFF 0x40

static unsigned short address = 0x3c;
module_param(address, ushort, 0444);
MODULE_PARM_DESC(address, "address of the device");

static unsigned int khz = 400;
module_param(khz, uint, 0644);
MODULE_PARM_DESC(khz, "speed of the bus, 0 for no delay");

static bool nak;
module_param(nak, bool, 0644);
MODULE_PARM_DESC(nak, "the device does not answer");

static bool off;
module_param(off, bool, 0644);
MODULE_PARM_DESC(off, "the device is off, which bit 6 of its status says");

static unsigned int lost;
module_param(lost, uint, 0444);
MODULE_PARM_DESC(lost, "messages that did not fit on the tape");

static DEFINE_MUTEX(tape_lock);
static struct kfifo tape;

/* A message of commands begins with 0; the values in between are never that of "on". */
static bool switches_on(const struct i2c_msg *message)
{
	return message->len > 1 && message->buf[0] == 0x00 &&
	       memchr(message->buf + 1, DISPLAY_ON, message->len - 1);
}

static void keep(const struct i2c_msg *message)
{
	u8 length[2] = { message->len & 0xff, message->len >> 8 };

	mutex_lock(&tape_lock);
	if (kfifo_avail(&tape) < message->len + sizeof(length)) {
		lost++;
	} else {
		kfifo_in(&tape, length, sizeof(length));
		kfifo_in(&tape, message->buf, message->len);
	}
	if (switches_on(message))
		off = false;
	mutex_unlock(&tape_lock);
}

static int oled_transfer(struct i2c_adapter *adapter, struct i2c_msg *messages, int count)
{
	int each;

	for (each = 0; each < count; each++) {
		/* Nine clocks a byte, the address is one byte more. */
		if (khz)
			fsleep((messages[each].len + 1) * 9 * 1000 / khz);
		if (nak || messages[each].addr != address)
			return -EREMOTEIO;
		if (messages[each].flags & I2C_M_RD)
			memset(messages[each].buf, off ? STATUS_OFF : 0, messages[each].len);
		else
			keep(&messages[each]);
	}
	return count;
}

static u32 oled_functionality(struct i2c_adapter *adapter)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm oled_algorithm = {
	.master_xfer = oled_transfer,
	.functionality = oled_functionality,
};

static struct i2c_adapter oled_adapter = {
	.owner = THIS_MODULE,
	.name = "virtual OLED",
	.algo = &oled_algorithm,
	.nr = 1, /* as on a Raspberry Pi's header */
};

static ssize_t tape_read(struct file *file, char __user *buffer, size_t size, loff_t *offset)
{
	unsigned int copied = 0;
	int error;

	mutex_lock(&tape_lock);
	error = kfifo_to_user(&tape, buffer, size, &copied);
	mutex_unlock(&tape_lock);
	return error ? error : copied;
}

static const struct file_operations tape_operations = {
	.owner = THIS_MODULE,
	.read = tape_read,
};

static struct miscdevice tape_device = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "i2c_oled_tape",
	.fops = &tape_operations,
	.mode = 0400,
};

static int __init oled_start(void)
{
	int error = kfifo_alloc(&tape, TAPE_BYTES, GFP_KERNEL);

	if (error)
		return error;
	error = misc_register(&tape_device);
	if (error)
		goto free_tape;
	error = i2c_add_numbered_adapter(&oled_adapter);
	if (error)
		goto remove_device;
	return 0;

remove_device:
	misc_deregister(&tape_device);
free_tape:
	kfifo_free(&tape);
	return error;
}

static void __exit oled_stop(void)
{
	i2c_del_adapter(&oled_adapter);
	misc_deregister(&tape_device);
	kfifo_free(&tape);
}

module_init(oled_start);
module_exit(oled_stop);

MODULE_DESCRIPTION("Virtual I2C adapter that keeps what is written to a display");
MODULE_LICENSE("Dual MIT/GPL");
